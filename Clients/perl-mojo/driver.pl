#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# The driver of Perl's Mojo::UserAgent: logins by the userinfo of its URL objects.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../_perl";
use AuthspecDriver;
use Encode qw(decode_utf8);
use IO::Socket::IP;
use Mojolicious;
use Mojo::IOLoop;
use Mojo::Promise;
use Mojo::URL;
use Mojo::UserAgent;

my ($agent, $driver);
my $told_trust = '';

# Mojo has no option for the addresses of names. authspec does not judge name resolution, so this
# sets the socket's address.
{
    no strict 'refs';
    no warnings 'redefine';
    my $plain = \&IO::Socket::IP::new;
    *IO::Socket::IP::new = sub {
        my ($class, %options) = @_;
        my %places = map { lc $_ => $driver->{session}{resolve}{$_} } keys %{ $driver->{session}{resolve} };
        my ($address, $at) = split /:/, $places{ lc join ':', map { $_ // '' } @options{qw(PeerAddr PeerPort)} } // '';
        @options{qw(PeerAddr PeerPort)} = ($address, $at) if defined $address;
        return $plain->($class, %options);
    };
}

# Mojo reports its errors as texts.
my @kinds = (
    [ timeout => qr/timeout/i ], [ tls => qr/SSL|TLS|certificate|verification failed/i ],
    [ connection => qr/connect|closed?|reset|broken pipe|resolve|hostname|service not known/i ],
    [ protocol => qr/size exceeded|start-line|Bad response|header/i ], [ url => qr/URL|scheme|host|protocol/i ],
    [ other => qr// ],
);

sub configure {
    my ($self, $is_new) = @_;
    $driver = $self;
    my $session = $self->{session};
    $self->unsupported('a proxy over TLS') if ($session->{proxy} // '') =~ /^https:/;
    $self->unsupported('certificates for several servers, or for a proxy')
        if @{ $session->{client_certificates} } && !$session->{client_certificate};
    $self->unsupported('a login for another scheme')
        if grep { ($_->{scheme} // 'basic') ne 'basic' } @{ $session->{credentials} };
    # The options of TLS are those of new connections, so others need another agent.
    my $trust   = join ' ', map { $_ // '' } @$session{qw(ca_file client_certificate)};
    my $is_made = $is_new || $trust ne $told_trust;
    $told_trust = $trust;
    $agent = Mojo::UserAgent->new if $is_made;
    $agent->ca($session->{ca_file})->cert($session->{client_certificate})->key($session->{client_certificate});
    $agent->request_timeout($session->{timeout_ms} / 1000)->max_redirects($session->{redirects});
    $agent->cookie_jar->ignore($session->{cookies} ? undef : sub { 1 });
    my $proxy = $session->{proxy} && with_login(Mojo::URL->new($session->{proxy}), $self->choose('proxy', $session->{proxy}));
    $agent->proxy->http($proxy && $proxy->to_unsafe_string)->https($proxy && $proxy->to_unsafe_string);
    return $is_new || !$is_made;
}

sub with_login {
    my ($url, $login) = @_;
    # Mojo needs characters: it encodes them as UTF-8.
    return $login ? $url->userinfo(join ':', map { decode_utf8($login->{$_}) } qw(user password)) : $url;
}

sub open_websocket {
    my ($self, $message, $url, $headers) = @_;
    my (@messages, $answer, $failure);
    my $end = Mojo::Promise->new;
    $agent->websocket($url => $headers => sub {
        my ($agent, $exchange) = @_;
        my ($response, $error) = ($exchange->res, $exchange->error);
        if (!$exchange->is_websocket) {
            $failure = $error ? $error->{message} : 'the handshake failed' if !$error || !$error->{code};
            $failure = 'Bad response: WebSocket handshake failed' if ($response->code // 0) == 101;
            $answer = $response;
            return $end->resolve;
        }
        $exchange->on(text => sub { push @messages, $_[1] });
        $exchange->on(binary => sub { push @messages, $_[1] });
        $exchange->on(finish => sub {
            my ($exchange, $code) = @_;
            $failure = 'the connection closed without a Close' if $code == 1006;
            $failure = "Bad response: $code" if $code == 1002 || $code == 1009;
            $answer = $response;
            $end->resolve;
        });
        $exchange->send({ text => $message->{body} }) if defined $message->{body};
    });
    my $limit = Mojo::IOLoop->timer($self->{session}{timeout_ms} / 1000 => sub { $failure = 'timeout'; $end->resolve });
    $end->wait;
    Mojo::IOLoop->remove($limit);
    # A program's loop goes on, and sends what the client has left to send.
    Mojo::Promise->timer(0.02)->wait;
    $self->failure((grep { $failure =~ $_->[1] } @kinds)[0][0], $failure) if defined $failure;
    return ($answer, \@messages);
}

sub request {
    my ($self, $message) = @_;
    my $url   = Mojo::URL->new($message->{url});
    my $login = $self->choose('origin', ($url->protocol =~ s/^ws/http/r) . '://' . ($url->host_port // ''));
    with_login($url, $login) if !defined $url->userinfo;
    my %headers;
    push @{ $headers{ $_->[0] } }, $_->[1] for @{ $message->{headers} };
    if ($message->{websocket}) {
        my ($response, $messages) = open_websocket($self, $message, $url, \%headers);
        return ($response->code, fields($response), $response->body, $messages);
    }
    my $body  = $message->{body};
    my @whole = defined $body && !$message->{chunked} ? $body : ();
    my $exchange = $agent->build_tx($message->{method} => $url => \%headers => @whole);
    $exchange->req->content->write_chunk($body => sub { shift->write_chunk('') }) if defined $body && $message->{chunked};
    $exchange = $agent->start($exchange);
    my ($response, $error) = ($exchange->res, $exchange->error);
    if ($error && !$error->{code}) {
        $self->failure((grep { $error->{message} =~ $_->[1] } @kinds)[0][0], $error->{message});
    }
    return ($response->code, fields($response), $response->body);
}

sub fields {
    my $fields = shift->headers->to_hash(1);
    return [ map { my $name = $_; map { [ $name, $_ ] } @{ $fields->{$name} } } keys %$fields ];
}

AuthspecDriver->new(
    client  => 'Perl Mojo',
    version => Mojolicious->VERSION,
    can     => [qw(basic basic-unasked preemptive proxy connect redirects cookies userinfo headers memory change resolve
        tls client-certificate websocket)],
    honours => [qw(credentials preemptive redirects cookies proxy resolve timeout_ms ca_file client_certificate
        client_certificates)],
    open    => \&configure,
    request => \&request,
    close   => sub { undef $agent },
)->run;
