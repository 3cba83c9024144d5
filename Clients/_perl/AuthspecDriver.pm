# SPDX-License-Identifier: Apache-2.0
# The driver protocol, for clients in Perl: lines of JSON on standard input and output.
package AuthspecDriver;
use strict;
use warnings;
use Encode qw(decode_utf8 encode encode_utf8);
use JSON::XS;
use MIME::Base64 qw(decode_base64 encode_base64);
use URI;

my $json    = JSON::XS->new->ascii;
my %default = (
    credentials => [], preemptive => 0, ask => 0, schemes => undef, redirects => 10, cookies => 0, proxy => undef,
    tunnel => 0, resolve => {}, timeout_ms => 2000, ca_file => undef, client_certificate => undef,
    client_certificates => [], pins => [], kerberos => undef, netrc => undef, store => undef,
);

# A client class has client, version, can and honours (keys of the session) as lists, and
# open($driver, $is_new, $is_other_login), which returns false if a new client had to be made,
# request($driver, $message), close(). The values of a session, and a request's url, headers and
# body, are octets.
sub new {
    my ($class, %client) = @_;
    return bless { %client, asks => 0 }, $class;
}

sub say {
    my ($self, $line) = @_;
    local $| = 1;
    print STDOUT $json->encode($line), "\n";
}

sub unsupported { die { unsupported => $_[1] } }
sub failure     { die { error => { kind => $_[1], message => $_[2] } } }

# Scheme, host and port of a URL, as RFC 9110 4.3.1 compares them.
sub origin {
    my ($url) = @_;
    my $uri = URI->new($url);
    return lc join ' ', $uri->scheme, $uri->host, $uri->port;
}

# The login for an origin or proxy and a realm, by which the client keeps logins apart.
sub choose {
    my ($self, $target, $url, $realm) = @_;
    my ($best, $chosen) = (-1);
    for my $login (@{ $self->{session}{credentials} }) {
        next if $login->{target} ne $target || defined $login->{url} && origin($login->{url}) ne origin($url);
        next if defined $login->{realm} && defined $realm && $login->{realm} ne $realm;
        my $rank = (defined $login->{url} ? 2 : 0) + (defined $login->{realm} ? 1 : 0);
        $self->unsupported('logins that differ in scheme only') if $rank == $best;
        ($best, $chosen) = ($rank, $login) if $rank > $best;
    }
    return $chosen;
}

# Asks for a login while a request runs; nothing if the user cancels.
sub ask {
    my ($self, $target, $url, $realm, $failures) = @_;
    my $id = ++$self->{asks};
    $self->say({
        ask => 'credentials', ask_id => $id, for => $self->{running}, target => $target, url => $url, scheme => undef,
        realm => $realm, failures => $failures,
    });
    my $answer = octets($json->decode(scalar <STDIN> // exit));
    return $answer->{answer} eq 'credentials' ? $answer : undef;
}

# The value with characters replaced by UTF-8 octets.
sub octets {
    my ($value) = @_;
    return [ map { octets($_) } @$value ] if ref $value eq 'ARRAY';
    return { map { $_ => octets($value->{$_}) } keys %$value } if ref $value eq 'HASH';
    return defined $value && !ref $value ? encode_utf8($value) : $value;
}

sub run {
    my ($self) = @_;
    while (my $line = <STDIN>) {
        my $message = octets($json->decode($line));
        my $answer  = eval { $self->answer($message) };
        $answer = ref $@ eq 'HASH' ? $@ : { error => { kind => 'internal', message => "$@" } } unless $answer;
        $self->say({ %$answer, id => $message->{id} + 0 });
    }
}

sub answer {
    my ($self, $message) = @_;
    my $op = $message->{op};
    return { client => $self->{client}, version => $self->{version}, can => $self->{can} } if $op eq 'hello';
    if ($op eq 'open' || $op eq 'close') {
        $self->{close}->() if $self->{session};
        delete $self->{session};
        return { ok => JSON::XS::true } if $op eq 'close';
        $self->{session} = {%default};
    }
    if ($op eq 'open' || $op eq 'change') {
        my %said = %{ $message->{session} };
        for my $key (keys %said) {
            my $is_default = !$said{$key} || ref $said{$key} eq 'HASH' && !%{ $said{$key} }
                || ref $said{$key} eq 'ARRAY' && !@{ $said{$key} };
            $self->unsupported($key) unless $is_default || grep { $_ eq $key } @{ $self->{honours} };
        }
        $self->{session} = { %{ $self->{session} }, %said };
        $self->unsupported('a token') if grep { defined $_->{token} } @{ $self->{session}{credentials} };
        my $kept = $self->{open}->($self, $op eq 'open', exists $said{credentials});
        return { ok => JSON::XS::true, kept => $kept ? JSON::XS::true : JSON::XS::false };
    }
    $self->unsupported($op)    if $op ne 'request';
    $self->unsupported('target') if defined $message->{target};
    $self->failure('internal', 'no session is open') unless $self->{session};
    $self->{running} = $message->{id} + 0;
    # In header fields each octet is the character with its number.
    $_->[1] = encode('ISO-8859-1', decode_utf8($_->[1])) for @{ $message->{headers} };
    $message->{body} = decode_base64($message->{body}) if defined $message->{body};
    $self->unsupported('websocket') if $message->{websocket} && !grep { $_ eq 'websocket' } @{ $self->{can} };
    my ($status, $headers, $body, $messages) = $self->{request}->($self, $message);
    my $answer = { status => $status + 0, headers => $headers, body => encode_base64($body, '') };
    $answer->{messages} = [ map { encode_base64($_, '') } @$messages ] if $messages;
    return $answer;
}

1;
