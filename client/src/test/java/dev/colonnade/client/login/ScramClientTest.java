package dev.colonnade.client.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.response.Challenge;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScramClientTest {
  private static final Challenge PLAIN = new Challenge(List.of("SCRAM-SHA-256"), "");
  private static final Challenge BOTH =
      new Challenge(List.of("SCRAM-SHA-256-PLUS", "SCRAM-SHA-256"), "");
  private static final byte[] NONE = {};
  private static final byte[] CERTIFICATE = {1, 2, 3};

  /** Tests the example of RFC 7677, section 3. */
  @Test
  void shouldComputeTheProofOfTheStandard() {
    String nonce = "rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    String salt = "W22ZaJ0SNY7soEsUEjb6gQ==";
    ScramKeys keys = ScramKeys.of("pencil", Base64.getDecoder().decode(salt), 4096);
    String signed =
        "n=user,r=rOprNGfwEbeRWgbNEkqO,r=%1$s,s=%2$s,i=4096,c=biws,r=%1$s".formatted(nonce, salt);
    assertThat(Base64.getEncoder().encodeToString(keys.clientProof(signed)))
        .isEqualTo("dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
    assertThat(Base64.getEncoder().encodeToString(keys.serverSignature(signed)))
        .isEqualTo("6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
  }

  @Test
  void shouldBindToTheCertificateIfSupported() {
    assertThat(first(NONE, PLAIN).mechanism()).isEqualTo("SCRAM-SHA-256");
    assertThat(first(NONE, BOTH).message()).startsWith("n,,n=,r=");
    assertThat(first(CERTIFICATE, BOTH).mechanism()).isEqualTo("SCRAM-SHA-256-PLUS");
    assertThat(first(CERTIFICATE, BOTH).message()).startsWith("p=tls-server-end-point,,n=,r=");
    assertThat(first(CERTIFICATE, PLAIN).message())
        .as("the client supports channel binding, and assumes that the server does not")
        .startsWith("y,,n=,r=");
  }

  @Test
  void shouldReportAMissingPassword() {
    assertThatThrownBy(() -> proof("", NONE).respond(PLAIN))
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.is(ClientError.LOGIN_FAILED)).isTrue())
        .hasMessage("the server requires a password, but none is configured: user=ada");
  }

  @Test
  void shouldRejectOtherAuthenticationMechanisms() {
    assertThatThrownBy(() -> proof("x", NONE).respond(new Challenge(List.of("PLAIN"), "")))
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.is(ClientError.LOGIN_FAILED)).isTrue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "r=NONCE",
        "r=NONCEx",
        "r=NONCEx,s=AAAA",
        "r=NONCE,s=AAAA,i=1",
        "r=another,s=AAAA,i=1",
        "r=NONCEx,s=!,i=1",
        "r=NONCEx,s=,i=1",
        "r=NONCEx,s=AAAA,i=0",
        "r=NONCEx,s=AAAA,i=-1",
        "r=NONCEx,s=AAAA,i=1000001",
        "r=NONCEx,s=AAAA,i=99999999999",
        "r=NONCEx,i=1,s=AAAA",
        "m=x,r=NONCEx,s=AAAA,i=1"
      })
  void shouldRejectMalformedChallenges(String text) {
    ScramClient proof = proof("x", NONE);
    String first = proof.respond(PLAIN).orElseThrow().message();
    String nonce = first.substring("n,,n=,r=".length());
    assertThatThrownBy(() -> proof.respond(message(text.replace("NONCE", nonce))))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void shouldRejectAServerThatDoesNotKnowThePassword() {
    for (String last : List.of("v=AAAA", "v=", "e=other-error")) {
      ScramClient proof = proved();
      assertThatThrownBy(() -> proof.respond(message(last)))
          .isInstanceOfSatisfying(
              ClientException.class, e -> assertThat(e.is(ClientError.LOGIN_FAILED)).isTrue());
    }
    ScramClient junk = proved();
    assertThatThrownBy(() -> junk.respond(message("hello"))).isInstanceOf(ProtocolException.class);
  }

  @Test
  void shouldRequireThatTheServerProvesThatItKnowsThePassword() {
    proof("x", NONE).requireVerified(); // no challenge
    ScramClient chosen = proof("x", NONE);
    chosen.respond(PLAIN);
    assertThatThrownBy(chosen::requireVerified).isInstanceOf(ProtocolException.class);
    assertThatThrownBy(proved()::requireVerified).isInstanceOf(ProtocolException.class);
  }

  @Test
  void shouldNotPrintThePassword() {
    assertThat(login("secret").toString()).contains("ada").doesNotContain("secret");
  }

  @Test
  void shouldNormalizeEquivalentPasswords() {
    assertThat(SaslPrep.prepared("plain ascii!")).isEqualTo("plain ascii!");
    assertThat(SaslPrep.prepared("I\u00ADX")).isEqualTo("IX");
    assertThat(SaslPrep.prepared("\u00AA")).isEqualTo("a");
    assertThat(SaslPrep.prepared("\u2168")).isEqualTo("IX");
    assertThat(SaslPrep.prepared("e\u0301")).isEqualTo("\u00E9");
    assertThat(SaslPrep.prepared("a\u00A0b")).isEqualTo("a b");
    // Text that SASLprep prohibits is not changed.
    assertThat(SaslPrep.prepared("\u2168\u0007")).isEqualTo("\u2168\u0007");
    assertThat(SaslPrep.prepared("\u06271")).isEqualTo("\u06271");
  }

  private static ScramClient proved() {
    ScramClient proof = proof("x", NONE);
    String first = proof.respond(PLAIN).orElseThrow().message();
    String nonce = first.substring("n,,n=,r=".length());
    Authenticate last = proof.respond(message("r=" + nonce + "x,s=AAAA,i=1")).orElseThrow();
    assertThat(last.mechanism()).isEmpty();
    assertThat(last.message()).startsWith("c=biws,r=" + nonce + "x,p=");
    return proof;
  }

  private static Challenge message(String text) {
    return new Challenge(List.of(), text);
  }

  private static Authenticate first(byte[] certificateHash, Challenge challenge) {
    return proof("x", certificateHash).respond(challenge).orElseThrow();
  }

  private static ScramClient proof(String password, byte[] certificateHash) {
    return new ScramClient(login(password), certificateHash, new Random(1));
  }

  private static LoginConfig login(String password) {
    return new LoginConfig(new Hello.Identity("test", "", "ada"), password, Encryption.NONE);
  }
}
