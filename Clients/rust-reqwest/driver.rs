// SPDX-License-Identifier: Apache-2.0
// The driver of reqwest: one blocking Client for a session, logins by basic_auth of a request.
mod authspec_driver;
use authspec_driver::{failure, login, unsupported, Driver};
use reqwest::blocking::{Body, Client, ClientBuilder};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{redirect::Policy, Certificate, Identity, Method, Proxy, Url};
use serde_json::{json, Value};
use std::io::Cursor;
use std::time::Duration;

const CAN: &str = "basic basic-unasked preemptive proxy connect redirects cookies userinfo headers memory change stream \
                   resolve idn tls client-certificate";
const HONOURS: &str = "credentials preemptive redirects cookies proxy resolve timeout_ms ca_file client_certificate \
                       client_certificates";

// The kind of an error of reqwest, by its own questions, and by its causes where there are none.
fn refused(error: reqwest::Error) -> Value {
    let (mut text, mut cause) = (error.to_string(), std::error::Error::source(&error));
    while let Some(inner) = cause {
        text += &format!(": {inner}");
        cause = inner.source();
    }
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let kind = match () {
        _ if error.is_timeout() => "timeout",
        _ if error.is_redirect() => "redirects",
        _ if error.is_builder() => "url",
        _ if has(&["certificate", "SSL", "ssl"]) => "tls",
        _ if has(&["invalid", "parse", "chunk", "too large", "message head", "decod"]) => "protocol",
        _ if error.is_connect() || has(&["connection", "Connection", "reset", "closed", "end of file", "roken pipe"]) => "connection",
        _ if error.is_body() => "body",
        _ => "other",
    };
    failure(kind, &text)
}

fn made(session: &Value) -> Result<Client, Value> {
    let redirects = session["redirects"].as_u64().unwrap_or(10) as usize;
    let mut builder: ClientBuilder = Client::builder()
        .redirect(if redirects > 0 { Policy::limited(redirects) } else { Policy::none() })
        .cookie_store(session["cookies"] == true)
        .timeout(Duration::from_millis(session["timeout_ms"].as_u64().unwrap_or(2000)))
        .no_proxy();
    if let Some(proxy) = session["proxy"].as_str() {
        let url = Url::parse(proxy).map_err(|error| failure("url", &error.to_string()))?;
        let mut made = Proxy::all(proxy).map_err(refused)?;
        if let Some((user, password)) = login(session, "proxy", &url)? {
            made = made.basic_auth(&user, &password.unwrap_or_default());
        }
        builder = builder.proxy(made);
    }
    for (name, place) in session["resolve"].as_object().into_iter().flatten() {
        let (host, port) = name.rsplit_once(':').ok_or(unsupported(name))?;
        let address: std::net::SocketAddr = place.as_str().and_then(|place| place.parse().ok()).ok_or(unsupported(name))?;
        if address.port().to_string() != port {
            return Err(unsupported("a name that leads to another port"));
        }
        builder = builder.resolve(host, address);
    }
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| failure("internal", &error.to_string()));
    if let Some(file) = session["ca_file"].as_str() {
        builder = builder.tls_built_in_root_certs(false);
        for part in read(file)?.split_inclusive("-----END CERTIFICATE-----").filter(|part| part.contains("BEGIN")) {
            builder = builder.add_root_certificate(Certificate::from_pem(part.as_bytes()).map_err(refused)?);
        }
    }
    if let Some(file) = session["client_certificate"].as_str() {
        let text = read(file)?;
        let (chain, key) = text.split_at(text.find("-----BEGIN PRIVATE").unwrap_or(0));
        builder = builder.identity(Identity::from_pkcs8_pem(chain.as_bytes(), key.as_bytes()).map_err(refused)?);
    }
    builder.build().map_err(refused)
}

fn request(client: &Client, session: &Value, call: &Value) -> Result<Value, Value> {
    let url = Url::parse(call["url"].as_str().unwrap_or("")).map_err(|error| failure("url", &error.to_string()))?;
    let method = Method::from_bytes(call["method"].as_str().unwrap_or("").as_bytes()).map_err(|_| unsupported("the method"))?;
    let mut headers = HeaderMap::new();
    for field in call["headers"].as_array().into_iter().flatten() {
        let octets: Vec<u8> = field[1].as_str().unwrap_or("").chars().map(|c| c as u8).collect();
        let name = HeaderName::from_bytes(field[0].as_str().unwrap_or("").as_bytes()).map_err(|_| unsupported("the field name"))?;
        headers.append(name, HeaderValue::from_bytes(&octets).map_err(|_| unsupported("the field value"))?);
    }
    let is_own = headers.contains_key("authorization");
    let mut builder = client.request(method, url.clone()).headers(headers);
    if let Some((user, password)) = login(session, "origin", &url)?.filter(|_| !is_own) {
        builder = builder.basic_auth(user, password);
    }
    if let Some(text) = call["body"].as_str() {
        let body = base64::decode(text).map_err(|error| failure("internal", &error.to_string()))?;
        builder = match (call["stream"] == true, call["chunked"] == true) {
            (_, true) => builder.body(Body::new(Cursor::new(body))),
            (true, _) => builder.body(Body::sized(Cursor::new(body.clone()), body.len() as u64)),
            _ => builder.body(body),
        };
    }
    let response = builder.send().map_err(refused)?;
    let latin = |octets: &[u8]| octets.iter().map(|&c| c as char).collect::<String>();
    let fields: Vec<Value> = response.headers().iter().map(|(name, value)| json!([name.as_str(), latin(value.as_bytes())])).collect();
    let status = response.status().as_u16();
    Ok(json!({"status": status, "headers": fields, "body": base64::encode(response.bytes().map_err(refused)?)}))
}

// The version that was built, as Cargo wrote it down.
fn version() -> String {
    let lock = include_str!("Cargo.lock");
    let found = lock.split("name = \"reqwest\"\nversion = \"").nth(1).and_then(|rest| rest.split('"').next());
    found.unwrap_or("unknown").into()
}

fn main() {
    Driver { name: "reqwest", version: version(), can: CAN, honours: HONOURS, made, request }.run();
}
