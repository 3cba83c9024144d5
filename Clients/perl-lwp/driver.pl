#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# The driver of Perl's LWP::UserAgent: logins by get_basic_credentials, which programs override.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../_perl";
use AuthspecDriver;
use HTTP::Request;
use URI::Escape qw(uri_escape);

package Agent;
use parent 'LWP::UserAgent';
use Encode qw(decode_utf8);
my ($driver, %refused, %given);

sub get_basic_credentials {
    my ($self, $realm, $uri, $is_proxy) = @_;
    my $target = $is_proxy ? 'proxy' : 'origin';
    my $url    = $is_proxy ? $driver->{session}{proxy} : $uri->scheme . '://' . $uri->host_port;
    my $login  = $driver->choose($target, $url, $realm);
    my $place  = join ' ', $target, $url, $realm // '';
    my $failed = $refused{$place}++;
    # NTLM has no realm, and takes the login for each of its two messages.
    if (!defined $realm && $failed % 2) {
        $login = $given{$place};
    } else {
        $failed = int($failed / 2) unless defined $realm;
        $login = $driver->ask($target, $url, $realm, $failed) if $driver->{session}{ask} && ($failed || !$login);
        $given{$place} = $login;
    }
    # LWP needs characters: it encodes them if a challenge has charset="UTF-8".
    return unless $login;
    # LWP::Authen::Ntlm takes DOMAIN\user alone.
    my $user = defined $login->{domain} || !defined $realm ? ($login->{domain} // '') . "\\$login->{user}" : $login->{user};
    return map { decode_utf8($_) } $user, $login->{password};
}

package main;
my $agent;
my ($told_trust, $told_tickets) = ('', '');

# LWP has no option for the addresses of names. authspec does not judge name resolution, so this
# sets the socket's address.
require LWP::Protocol::https;
for my $class ('LWP::Protocol::http', 'LWP::Protocol::https') {
    no strict 'refs';
    no warnings 'redefine';
    my $plain = \&{"${class}::_extra_sock_opts"};
    *{"${class}::_extra_sock_opts"} = sub {
        my ($self, $host, $port) = @_;
        return $plain->(@_) unless defined $host;
        my %places = map { lc $_ => $driver->{session}{resolve}{$_} } keys %{ $driver->{session}{resolve} };
        my ($address, $at) = split /:/, $places{ lc "$host:$port" } // '';
        return $plain->(@_) unless defined $address;
        # The certificate is still to be for the name.
        my @name = $class eq 'LWP::Protocol::https' ? (SSL_hostname => $host, SSL_verifycn_name => $host) : ();
        return ($plain->(@_), PeerAddr => $address, PeerPort => $at, @name);
    };
}

# LWP returns its errors as responses with a Client-Warning. Their messages show the kind.
my @kinds = (
    [ redirects => qr/redirect/i ], [ timeout => qr/timeout|timed out/i ], [ tls => qr/SSL|certificate|verification failed/ ],
    [ connection => qr/connect|closed|reset|read failed|broken pipe|write failed|hostname/i ],
    [ protocol => qr/^500 (Bad|Too many|Chunk|Missing|Can't|EOF)|line too long/i ],
    [ url => qr/URL|scheme|host|protocol/i ], [ other => qr// ],
);

sub configure {
    my ($self, $is_new, $is_other_login) = @_;
    $driver = $self;
    my $session = $self->{session};
    # LWP::Authen::Negotiate takes the tickets of its environment, so other tickets need another agent.
    my $tickets = ref $session->{kerberos} eq 'HASH' ? $session->{kerberos} : {};
    my $told = join ' ', map { $_ // '' } @$tickets{qw(config ccache delegate)};
    $is_other_login ||= $told ne $told_tickets;
    $told_tickets = $told;
    @ENV{qw(KRB5_CONFIG KRB5CCNAME GSS_MECH_CONFIG LWP_AUTHEN_NEGOTIATE_DELEGATE)} = (
        $tickets->{config} // '/dev/null', $tickets->{ccache} // 'FILE:/dev/null', '/dev/null', $tickets->{delegate} ? 1 : '');
    $self->unsupported('certificates for several servers, or for a proxy')
        if @{ $session->{client_certificates} } && !$session->{client_certificate};
    # The options of TLS are those of new connections, so others need another agent.
    my $trust = join ' ', map { $_ // '' } @$session{qw(ca_file client_certificate)};
    $is_other_login ||= $trust ne $told_trust;
    $told_trust = $trust;
    # LWP keeps a login that it knows, so another login needs another agent.
    my $is_made = $is_new || $is_other_login;
    $agent = Agent->new(keep_alive => 8) if $is_made;
    $agent->ssl_opts(SSL_ca_file => $session->{ca_file}) if $session->{ca_file};
    if (my $file = $session->{client_certificate}) {
        $agent->ssl_opts(SSL_cert_file => $file, SSL_key_file => $file);
    }
    $agent->timeout($session->{timeout_ms} / 1000);
    # max_redirect counts challenges as well: with 0 LWP answers none.
    $agent->max_redirect($session->{redirects} || 7);
    $agent->requests_redirectable($session->{redirects} ? [ 'GET', 'HEAD' ] : []);
    my $proxy = $session->{proxy};
    if ($proxy && $session->{preemptive} && (my $login = $self->choose('proxy', $proxy))) {
        # LWP sends a login in the proxy's URL without a challenge; get_basic_credentials is for
        # challenges.
        my $userinfo = join ':', map { uri_escape($login->{$_}) } qw(user password);
        $proxy =~ s{^([^:]+://)}{$1$userinfo\@};
    }
    $agent->proxy([ 'http', 'https' ], $proxy);
    if    (!$session->{cookies})  { $agent->cookie_jar(undef) }
    elsif (!$agent->cookie_jar) { $agent->cookie_jar({}) }
    return $is_new || !$is_made;
}

sub request {
    my ($self, $message) = @_;
    %refused = ();
    my $request = HTTP::Request->new($message->{method}, $message->{url});
    $request->push_header(@$_) for @{ $message->{headers} };
    if (defined(my $body = $message->{body})) {
        if ($message->{stream} || $message->{chunked}) {
            my $left = $body;
            $request->header('Content-Length' => length $body) unless $message->{chunked};
            $request->content(sub {
                my $part = $left;
                # A body that can be read again starts again after its end.
                $left = length $part || $message->{stream} ? '' : $body;
                return $part;
            });
        } else {
            $request->content($body);
            $request->header('Content-Length' => length $body) unless length $body;
        }
    }
    if ($self->{session}{preemptive} && !$request->header('Authorization')) {
        my $login = $self->choose('origin', $request->uri->scheme . '://' . $request->uri->host_port);
        $request->authorization_basic($login->{user}, $login->{password}) if $login;
    }
    my $response = $agent->request($request);
    my $warning  = $response->header('Client-Warning') // '';
    if ($warning eq 'Internal response' || $response->header('Client-Aborted') || $response->header('X-Died')) {
        my $text = join ' ', grep { defined } $response->status_line, $response->header('X-Died');
        $self->failure((grep { $text =~ $_->[1] } @kinds)[0][0], $text);
    }
    my @headers;
    $response->headers->scan(sub { push @headers, [@_] unless $_[0] =~ /^Client-/ });
    return ($response->code, \@headers, $response->content);
}

AuthspecDriver->new(
    client  => 'Perl LWP',
    version => LWP->VERSION,
    can     => [qw(basic digest ntlm negotiate delegate by-challenge preemptive per-origin per-realm ask proxy proxy-digest redirects cookies
        userinfo headers memory change stream resolve connect tls client-certificate)],
    honours => [qw(credentials preemptive ask redirects cookies proxy resolve timeout_ms ca_file client_certificate
        client_certificates kerberos)],
    open    => \&configure,
    request => \&request,
    close   => sub { undef $agent },
)->run;
