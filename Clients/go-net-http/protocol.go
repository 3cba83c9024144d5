// SPDX-License-Identifier: Apache-2.0

// The driver protocol, for drivers in Go: lines of JSON on standard input and output.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
)

type object = map[string]any

// An octets is the text of a header field: in JSON each of its octets is one character.
type octets string

func (o octets) MarshalJSON() ([]byte, error) {
	characters := []rune{}
	for _, octet := range []byte(o) {
		characters = append(characters, rune(octet))
	}
	return json.Marshal(string(characters))
}

func (o *octets) UnmarshalJSON(line []byte) (err error) {
	var text string
	err = json.Unmarshal(line, &text)
	for _, character := range text {
		*o += octets([]byte{byte(character)})
	}
	return
}

// A login is for an origin or a proxy; URL, Scheme and Token are empty if they are not given.
type login struct{ Target, URL, Scheme, User, Password, Token string }

// A message is a line from the harness, of any kind.
type message struct {
	ID              json.RawMessage
	Op, Method, URL string
	Session         object
	Headers         [][2]octets
	Body            *[]byte
	Stream, Chunked bool
}

// A session has the settings that drivers in Go use.
type session struct {
	Credentials  []login
	Cookies      bool
	Redirects    int
	Timeout      int `json:"timeout_ms"`
	Proxy        *string
	Resolve      map[string]string
	CAFile       string `json:"ca_file"`
	Certificate  string `json:"client_certificate"`
	Certificates []any  `json:"client_certificates"`
}

// A driver is one client: open may get only changes, and request runs concurrently.
type driver struct {
	client, version, can string
	honours              string // keys of the session that it supports
	open                 func(now session, isNew bool) object
	request              func(message) object
	close                func()
	settings             object
}

// choose returns the login for an origin or proxy, for clients with one Basic login.
func choose(logins []login, target, at string) (chosen *login, fault object) {
	for i, login := range logins {
		isOwn := origin(login.URL) == origin(at)
		if login.Target != target || !isOwn && (login.URL != "" || chosen != nil && chosen.URL != "") {
			continue
		}
		if fault = nil; chosen != nil && login.URL == chosen.URL || login.Token != "" || login.Scheme != "" && login.Scheme != "basic" {
			fault = object{"unsupported": "this login"}
		}
		chosen = &logins[i]
	}
	return
}

// origin is scheme, host and port of a URL, as RFC 9110 4.3.1 compares them.
func origin(at string) string {
	parsed, err := url.Parse(strings.ToLower(at))
	if err != nil || at == "" {
		return at
	}
	port := parsed.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[parsed.Scheme]
	}
	return parsed.Scheme + "://" + net.JoinHostPort(parsed.Hostname(), port)
}

// pairs returns the fields of a header section.
func pairs(header map[string][]string) [][2]octets {
	all := [][2]octets{}
	for name, values := range header {
		for _, value := range values {
			all = append(all, [2]octets{octets(name), octets(value)})
		}
	}
	return all
}

// named returns the first kind whose text the error contains.
func named(err error, kinds [][2]string) object {
	for _, entry := range append(kinds, [2]string{"other", ""}) {
		if regexp.MustCompile(entry[1]).MatchString(err.Error()) {
			return object{"error": object{"kind": entry[0], "message": err.Error()}}
		}
	}
	return nil
}

func (d *driver) run() {
	var lock sync.Mutex
	answer := func(id json.RawMessage, with object) {
		lock.Lock()
		defer lock.Unlock()
		with["id"] = id
		json.NewEncoder(os.Stdout).Encode(with)
	}
	isOpen := false
	for lines := json.NewDecoder(os.Stdin); ; {
		var m message
		if lines.Decode(&m) != nil {
			return
		}
		switch {
		case m.Op == "hello":
			answer(m.ID, object{"client": d.client, "version": d.version, "can": strings.Fields(d.can)})
		case m.Op == "open" || m.Op == "close" || m.Op == "change":
			if m.Op != "change" && isOpen {
				d.close()
			}
			if isOpen = m.Op != "close"; isOpen {
				answer(m.ID, d.configure(m.Session, m.Op == "open"))
			} else {
				answer(m.ID, object{"ok": true})
			}
		case m.Op == "request" && isOpen:
			go func() { answer(m.ID, d.request(m)) }()
		case m.Op == "request":
			answer(m.ID, object{"error": object{"kind": "internal", "message": "no session is open"}})
		default:
			answer(m.ID, object{"unsupported": m.Op})
		}
	}
}

func (d *driver) configure(changes object, isNew bool) object {
	if isNew {
		d.settings = object{"redirects": 10, "timeout_ms": 2000}
	}
	for key, value := range changes {
		if !strings.Contains(d.honours, key) && !strings.Contains("<nil> false map[] [basic]", fmt.Sprint(value)) {
			return object{"unsupported": key}
		}
		d.settings[key] = value
	}
	var now session
	text, _ := json.Marshal(d.settings)
	json.Unmarshal(text, &now)
	return d.open(now, isNew)
}
