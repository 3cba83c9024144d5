// SPDX-License-Identifier: Apache-2.0
// The driver protocol, for clients in Rust: lines of JSON on standard input and output.
use reqwest::Url;
use serde_json::{json, Value};
use std::io::{BufRead, Write};

pub fn unsupported(what: &str) -> Value {
    json!({ "unsupported": what })
}

pub fn failure(kind: &str, message: &str) -> Value {
    json!({"error": {"kind": kind, "message": message}})
}

// The most specific login for an origin or proxy.
pub fn login(session: &Value, target: &str, url: &Url) -> Result<Option<(String, Option<String>)>, Value> {
    let mut best: Vec<(u8, &Value)> = vec![];
    for entry in session["credentials"].as_array().into_iter().flatten().filter(|entry| entry["target"] == target) {
        let own = entry["url"].as_str().and_then(|own| Url::parse(own).ok());
        if !own.as_ref().map_or(true, |own| own.origin() == url.origin()) {
            continue;
        }
        best.push((4 * own.is_some() as u8 + 2 * !entry["realm"].is_null() as u8 + !entry["scheme"].is_null() as u8, entry));
    }
    best.sort_by_key(|(rank, _)| 255 - rank);
    match best[..] {
        [] => Ok(None),
        [(first, _), (second, _), ..] if first == second => Err(unsupported("logins that differ in realm or scheme only")),
        [(_, entry), ..] if !entry["token"].is_null() || !(entry["scheme"].is_null() || entry["scheme"] == "basic") => Err(unsupported("a login for another scheme")),
        [(_, entry), ..] => Ok(Some((entry["user"].as_str().unwrap_or("").into(), entry["password"].as_str().map(String::from)))),
    }
}

// What a client is for the protocol: its name, version, abilities and the keys of the session that it
// supports, and how it is made and makes a request.
pub struct Driver<Client> {
    pub name: &'static str,
    pub version: String,
    pub can: &'static str,
    pub honours: &'static str,
    pub made: fn(&Value) -> Result<Client, Value>,
    pub request: fn(&Client, &Value, &Value) -> Result<Value, Value>,
}

impl<Client> Driver<Client> {
    // Answers lines until the input ends.
    pub fn run(&self) {
        let (mut client, mut session) = (None, json!({}));
        for line in std::io::stdin().lock().lines().flatten() {
            let call: Value = serde_json::from_str(&line).unwrap_or_default();
            let mut reply = self.answer(&call, &mut client, &mut session).unwrap_or_else(|problem| problem);
            reply["id"] = call["id"].clone();
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "{reply}").and_then(|_| out.flush());
        }
    }

    fn answer(&self, call: &Value, client: &mut Option<Client>, session: &mut Value) -> Result<Value, Value> {
        match call["op"].as_str().unwrap_or("") {
            "hello" => Ok(json!({"client": self.name, "version": self.version, "can": self.can.split_whitespace().collect::<Vec<_>>()})),
            "close" => {
                *client = None;
                Ok(json!({"ok": true}))
            }
            op @ ("open" | "change") => {
                if op == "open" {
                    (*client, *session) = (None, json!({}));
                }
                let old = bound(session);
                for (key, value) in call["session"].as_object().into_iter().flatten() {
                    let plain = [json!(null), json!(false), json!([]), json!({})].contains(value);
                    if !plain && !self.honours.split_whitespace().any(|other| other == key) {
                        return Err(unsupported(key));
                    }
                    session[key] = value.clone();
                }
                let several = session["client_certificates"].as_array().map_or(false, |all| !all.is_empty());
                if several && session["client_certificate"].is_null() {
                    return Err(unsupported("certificates for several servers, or for a proxy"));
                }
                if session["proxy"].as_str().map_or(false, |proxy| proxy.starts_with("https:")) {
                    return Err(unsupported("a proxy over TLS"));
                }
                let kept = client.is_some() && old == bound(session);
                if !kept {
                    *client = Some((self.made)(session)?);
                }
                Ok(json!({"ok": true, "kept": kept || op == "open"}))
            }
            "request" if call["target"].is_string() => Err(unsupported("target")),
            "request" => match client {
                Some(client) => (self.request)(client, session, call),
                None => Err(failure("internal", "no session is open")),
            },
            op => Err(unsupported(op)),
        }
    }
}

// The settings that belong to a client; the login of an origin belongs to each request.
fn bound(session: &Value) -> Value {
    let mut told = session.clone();
    if told["proxy"].is_null() {
        told["credentials"] = json!(null);
    }
    told
}
