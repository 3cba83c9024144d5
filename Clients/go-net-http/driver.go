// SPDX-License-Identifier: Apache-2.0

// The driver of Go's net/http: one Client with its Transport, Basic by Request.SetBasicAuth.
package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"
)

var settings, client, jar = session{}, &http.Client{}, http.CookieJar(nil)

// The sessions of TLS to resume, if the argument is "resume": net/http resumes none unless a caller gives it such a
// cache. It stays while only the trust anchors change.
var sessions tls.ClientSessionCache
var resumes = len(os.Args) > 1 && os.Args[1] == "resume"

func open(now session, isNew bool) object {
	if len(now.Certificates) > 0 && now.Certificate == "" {
		return object{"unsupported": "certificates for several servers, or for a proxy"}
	}
	isKept := !isNew && settings.CAFile == now.CAFile && settings.Certificate == now.Certificate
	keepsSessions := resumes && !isNew && settings.Certificate == now.Certificate
	if resumes && !keepsSessions {
		sessions = tls.NewLRUClientSessionCache(0)
	}
	if settings = now; !isKept {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		dial := transport.DialContext
		transport.DialContext = func(c context.Context, network, address string) (net.Conn, error) {
			if place, ok := settings.Resolve[strings.ToLower(address)]; ok {
				address = place
			}
			return dial(c, network, address)
		}
		var err error
		if transport.TLSClientConfig, err = trust(now); err != nil {
			return object{"error": object{"kind": "internal", "message": err.Error()}}
		}
		client.CloseIdleConnections()
		client = &http.Client{Transport: transport}
		jar, _ = cookiejar.New(nil)
	}
	client.Timeout = time.Duration(settings.Timeout) * time.Millisecond
	if client.Jar = nil; settings.Cookies {
		client.Jar = jar
	}
	if client.CheckRedirect = nil; settings.Redirects == 0 {
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	var proxy *url.URL
	if settings.Proxy != nil {
		proxy, _ = url.Parse(*settings.Proxy)
		login, fault := choose(settings.Credentials, "proxy", *settings.Proxy)
		if fault != nil {
			return fault
		}
		if login != nil {
			proxy.User = url.UserPassword(login.User, login.Password)
		}
	}
	client.Transport.(*http.Transport).Proxy = http.ProxyURL(proxy)
	return object{"ok": true, "kept": isNew || isKept || keepsSessions}
}

// trust is the configuration with the certificates of a session; nil if it has none.
func trust(now session) (*tls.Config, error) {
	if now.CAFile == "" {
		return nil, nil
	}
	roots, err := os.ReadFile(now.CAFile)
	if err != nil {
		return nil, err
	}
	config := &tls.Config{RootCAs: x509.NewCertPool(), ClientSessionCache: sessions}
	config.RootCAs.AppendCertsFromPEM(roots)
	if now.Certificate != "" {
		certificate, err := tls.LoadX509KeyPair(now.Certificate, now.Certificate)
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{certificate}
	}
	return config, nil
}

func request(m message) object {
	var body io.Reader
	if m.Body != nil {
		body = bytes.NewReader(*m.Body)
	}
	request, err := http.NewRequest(m.Method, m.URL, body)
	if err != nil {
		return failure(err)
	}
	if m.Stream {
		request.GetBody = nil
	}
	if m.Chunked {
		request.ContentLength = -1
	}
	for _, field := range m.Headers {
		if request.Header.Add(string(field[0]), string(field[1])); strings.EqualFold(string(field[0]), "host") {
			request.Host = string(field[1])
		}
	}
	login, fault := choose(settings.Credentials, "origin", request.URL.Scheme+"://"+request.URL.Host)
	if fault != nil {
		return fault
	}
	if login != nil && request.Header.Get("Authorization") == "" {
		request.SetBasicAuth(login.User, login.Password)
	}
	response, err := client.Do(request)
	if err != nil {
		return failure(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return failure(err)
	}
	return object{"status": response.StatusCode, "headers": pairs(response.Header), "body": content}
}

// Most errors of net/http have no type of their own, so they are recognized by their messages.
func failure(err error) object {
	return named(err, [][2]string{{"protocol", "no renegotiation"}, {"redirects", "stopped after"}, {"timeout", "Timeout|deadline"}, {"tls", "tls:|x509:"},
		{"body", "with Body length|rewind body"}, {"protocol", "Location"}, {"url", `parse "|unsupported protocol|no Host`},
		{"connection", "refused|reset|EOF|broken pipe|closed|connection lost|dial tcp"},
		{"protocol", "malformed|bad |invalid|too many|exceeded|multiple|unexpected"}})
}

func main() {
	(&driver{
		client: "Go net/http", version: strings.TrimPrefix(runtime.Version(), "go"),
		can: "basic basic-unasked preemptive proxy redirects cookies userinfo headers memory change concurrent stream resolve idn" +
			" connect tls proxy-tls client-certificate",
		honours: "credentials preemptive redirects cookies proxy resolve timeout_ms ca_file client_certificates",
		open:    open, request: request, close: func() { client.CloseIdleConnections() },
	}).run()
}
