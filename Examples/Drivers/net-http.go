// SPDX-License-Identifier: Apache-2.0

// A complete driver for net/http of Go, by the protocol of docs/driver-protocol.md.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"runtime"
	"time"
)

type object = map[string]any

type call struct {
	ID              int
	Op, Method, URL string
	Headers         [][2]string
	Body            []byte // encoding/json reads and writes octets in base64.
	Stream, Chunked bool
	Session         struct {
		Credentials           []struct{ URL, User, Password string }
		Schemes               any
		Redirects, Timeout_ms int
	}
}

var session, transport, client = call{}.Session, &http.Transport{}, (*http.Client)(nil)

func open(c call) object {
	session, transport = c.Session, &http.Transport{}
	client = &http.Client{Transport: transport, Timeout: time.Duration(session.Timeout_ms) * time.Millisecond}
	if session.Redirects == 0 {
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return object{"ok": true}
}

func request(c call) object {
	asked, err := http.NewRequest(c.Method, c.URL, bytes.NewReader(c.Body))
	if err != nil {
		return failure("url", err)
	}
	for _, login := range session.Credentials {
		if login.URL == "" || login.URL == "http://"+asked.URL.Host {
			asked.SetBasicAuth(login.User, login.Password)
		}
	}
	for _, field := range c.Headers { // Each character of a value is one octet.
		octets := []byte{}
		for _, character := range field[1] {
			octets = append(octets, byte(character))
		}
		asked.Header.Set(field[0], string(octets))
	}
	response, err := client.Do(asked)
	if err != nil {
		return failure("connection", err)
	}
	defer response.Body.Close()
	headers := [][2]string{}
	for name, values := range response.Header {
		for _, value := range values {
			characters := []rune{}
			for _, octet := range []byte(value) {
				characters = append(characters, rune(octet))
			}
			headers = append(headers, [2]string{name, string(characters)})
		}
	}
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return failure("connection", err)
	}
	return object{"status": response.StatusCode, "headers": headers, "body": content}
}

func failure(kind string, err error) object {
	if os.IsTimeout(err) {
		kind = "timeout"
	}
	return object{"error": object{"kind": kind, "message": err.Error()}}
}

func main() {
	can := []string{"basic", "basic-unasked", "preemptive", "redirects", "headers", "memory"}
	input, output := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for c := (call{}); input.Decode(&c) == nil; c = (call{}) {
		answer := object{"unsupported": c.Op}
		switch {
		case c.Op == "hello":
			answer = object{"client": "net/http", "version": runtime.Version(), "can": can}
		case c.Op == "open":
			answer = open(c)
		case c.Op == "close":
			transport.CloseIdleConnections()
			client, answer = nil, object{"ok": true}
		case c.Op == "request" && client == nil:
			answer = object{"error": object{"kind": "internal", "message": "no session is open"}}
		case c.Op == "request" && !c.Stream && !c.Chunked && session.Schemes == nil && len(session.Credentials) < 2:
			answer = request(c)
		}
		answer["id"] = c.ID
		output.Encode(answer)
	}
}
