package dev.colonnade.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ongres.scram.client.ScramClient;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScramExchangeTest {
  private static final byte[] CERTIFICATE = {1, 2, 3};

  private final RandomGenerator random = new Random(7);

  @TempDir Path folder;

  private Users users = Users.open(Optional.empty(), ScramExchangeTest::role, random);

  @BeforeEach
  void readUsers() throws Exception {
    Path file = folder.resolve("users.txt");
    String verifier = ScramVerifier.of("hidden", new byte[16]).text();
    Files.writeString(
        file, "; a comment\n# another\n\n\"ada\" \"love\"\"lace\"\n\"bob\" \"" + verifier + "\"\n");
    users = Users.open(Optional.of(file), ScramExchangeTest::role, random);
  }

  @Test
  void shouldAcceptTheRightPassword() throws Exception {
    assertThat(isAuthenticated("ada", "love\"lace", null)).isTrue();
    assertThat(isAuthenticated("bob", "hidden", null)).isTrue();
    assertThat(isAuthenticated("ada", "love\"lace", CERTIFICATE)).isTrue();
  }

  @Test
  void shouldRejectUnknownUsersAndWrongPasswordsWithTheSameMessage() {
    for (String user : List.of("ada", "unknown", "postgres")) {
      assertThatThrownBy(() -> isAuthenticated(user, "wrong", null))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PASSWORD))
          .hasMessage("password authentication failed for user \"" + user + "\"");
    }
  }

  @Test
  void shouldRespondToAnUnknownUserAsToAKnownOne() {
    String first = exchange("unknown", null).first("SCRAM-SHA-256", "n,,n=,r=abc");
    String again = exchange("unknown", null).first("SCRAM-SHA-256", "n,,n=,r=abc");
    String known = exchange("ada", null).first("SCRAM-SHA-256", "n,,n=,r=abc");
    assertThat(salt(again)).as("a stable salt").isEqualTo(salt(first));
    assertThat(first).hasSameSizeAs(known);
  }

  @Test
  void shouldDetectAManInTheMiddle() {
    ScramExchange exchange = exchange("ada", CERTIFICATE);
    assertThat(exchange.mechanisms()).containsExactly("SCRAM-SHA-256-PLUS", "SCRAM-SHA-256");
    assertThatThrownBy(() -> exchange.first("SCRAM-SHA-256", "y,,n=,r=abc"))
        .hasMessage("SCRAM channel binding negotiation error");
    assertThatThrownBy(() -> isBoundTo(new byte[] {9}))
        .hasMessage("SCRAM channel binding check failed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "n",
        "n,",
        "n,,",
        "x,,n=,r=a",
        "p=tls-unique,,n=,r=a",
        "n,a=x,n=,r=a",
        "n,,n=",
        "n,,m=x,n=,r=a",
        "n,,n=,r="
      })
  void shouldRejectAMalformedFirstMessage(String message) {
    assertThatThrownBy(() -> exchange("ada", null).first("SCRAM-SHA-256", message))
        .isInstanceOf(ColonnadeException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "c=biws", "c=biws,r=abc,p=AAAA", "c=biws,r=NONCE,p=!", "p=AAAA"})
  void shouldRejectAMalformedFinalMessage(String message) {
    ScramExchange exchange = exchange("ada", null);
    String first = exchange.first("SCRAM-SHA-256", "n,,n=,r=abc");
    String nonce = first.substring(2, first.indexOf(','));
    assertThatThrownBy(() -> exchange.last(message.replace("NONCE", nonce)))
        .isInstanceOf(ColonnadeException.class);
  }

  @Test
  void shouldRejectAMechanismThatWasNotOffered() {
    assertThatThrownBy(() -> exchange("ada", null).first("SCRAM-SHA-256-PLUS", "n,,n=,r=a"))
        .hasMessage("client selected an invalid SASL authentication mechanism");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada lovelace", "\"ada\"", "\"\" \"x\"", "\"a\" \"b\" c"})
  void shouldReportTheLineOfAnInvalidUser(String line) throws Exception {
    Path file = folder.resolve("wrong.txt");
    Files.writeString(file, "\"ada\" \"x\"\n" + line + "\n");
    assertThatThrownBy(() -> Users.open(Optional.of(file), name -> null, random))
        .hasMessageContaining("line=2");
  }

  @Test
  void shouldRequireUsersThatMayLogIn() {
    for (String name : List.of("ada", "postgres", "carol")) {
      users.require(name);
    }
    assertThatThrownBy(() -> users.require("unknown"))
        .hasMessage("role \"unknown\" does not exist");
    assertThatThrownBy(() -> users.require("group"))
        .hasMessage("role \"group\" is not permitted to log in");
  }

  @Test
  void shouldAcceptThePasswordsOfRoles() throws Exception {
    assertThat(isAuthenticated("carol", "of the catalog", null)).isTrue();
  }

  private static @Nullable RoleEntry role(String name) {
    return switch (name) {
      case "postgres" -> new RoleEntry(11, name, true, true, null);
      case "group" -> new RoleEntry(12, name, false, false, null);
      case "carol" ->
          new RoleEntry(
              13, name, true, false, ScramVerifier.of("of the catalog", new byte[16]).text());
      default -> null;
    };
  }

  private boolean isBoundTo(byte[] otherCertificate) throws Exception {
    ScramExchange exchange = exchange("ada", CERTIFICATE);
    ScramClient client = client("love\"lace", exchange.mechanisms(), otherCertificate);
    client.serverFirstMessage(
        exchange.first(
            client.getScramMechanism().getName(), client.clientFirstMessage().toString()));
    exchange.last(client.clientFinalMessage().toString());
    return true;
  }

  private boolean isAuthenticated(String user, String password, byte @Nullable [] certificate)
      throws Exception {
    ScramExchange exchange = exchange(user, certificate);
    ScramClient client = client(password, exchange.mechanisms(), certificate);
    client.serverFirstMessage(
        exchange.first(
            client.getScramMechanism().getName(), client.clientFirstMessage().toString()));
    client.serverFinalMessage(exchange.last(client.clientFinalMessage().toString()));
    return true;
  }

  private static ScramClient client(
      String password, List<String> mechanisms, byte @Nullable [] certificate) {
    var builder =
        ScramClient.builder()
            .advertisedMechanisms(mechanisms)
            .username("*")
            .password(password.toCharArray());
    return certificate == null
        ? builder.build()
        : builder.channelBinding("tls-server-end-point", certificate).build();
  }

  private ScramExchange exchange(String user, byte @Nullable [] certificate) {
    return new ScramExchange(users, user, certificate, random);
  }

  private static String salt(String serverFirst) {
    return serverFirst.substring(serverFirst.indexOf(",s="));
  }
}
