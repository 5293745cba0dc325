package dev.colonnade.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostRulesTest {
  private static final InetSocketAddress SERVER =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 7432);

  private static LoginAttempt attempt(
      String host, String user, String database, boolean isEncrypted) {
    return new LoginAttempt(
        new InetSocketAddress(host, 40_000), SERVER, user, database, isEncrypted);
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3, ada, shop, false, TRUST",
    "10.1.2.3, bob, shop, false, REJECT",
    "10.2.2.3, bob, bob, true, SCRAM",
    "10.2.2.3, bob, shop, true, ",
    "::1, bob, shop, false, PEER",
  })
  void shouldChooseTheFirstRuleThatMatches(
      String host, String user, String database, boolean isEncrypted, String method) {
    HostRules rules =
        HostRules.parse(
            List.of(
                "# comment",
                "host all ada,eve 10.1.0.0/16 trust",
                "hostnossl all all 10.0.0.0/8 reject # everybody else",
                "hostssl sameuser all 0.0.0.0/0 scram-sha-256",
                "host shop all ::1/128 peer"),
            "file");
    HostRules.Decision found = rules.find(attempt(host, user, database, isEncrypted));
    assertThat(found == null ? null : found.method().name()).isEqualTo(method);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local all all trust",
        "host all all 10.0.0.0/33 trust",
        "host all all localhost trust",
        "host all all all md5",
        "host all +group all trust",
        "host all all all cert",
        "host all all all trust clientcert=verify-ca",
        "hostssl all all all cert clientcert=verify-ca",
        "hostssl all all all trust clientcert=1",
        "hostssl all all all cert map=users"
      })
  void shouldRefuseWhatItDoesNotKnow(String line) {
    assertThatThrownBy(() -> HostRules.parse(List.of(line), "file"))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("invalid rule")
        .hasMessageContaining("line=1");
  }

  private static HostRules.@Nullable Method methodOf(RulesFile rules, LoginAttempt login) {
    HostRules.Decision found = rules.rules().find(login);
    return found == null ? null : found.method();
  }

  @Test
  void shouldReadAChangedFileAgain(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("rules"), "host all all all trust\n");
    RulesFile rules = RulesFile.open(file);
    LoginAttempt login = attempt("10.1.2.3", "ada", "shop", false);
    assertThat(methodOf(rules, login)).isEqualTo(HostRules.Method.TRUST);
    Files.writeString(file, "host all all all reject\n");
    assertThat(methodOf(rules, login)).isEqualTo(HostRules.Method.REJECT);
    Files.writeString(file, "nonsense");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1));
    assertThat(methodOf(rules, login)).isEqualTo(HostRules.Method.REJECT);
  }

  @Test
  void shouldTrustOnlySocketsOfTheOwnUserAndOfRoot(@TempDir Path folder) throws Exception {
    LoginAttempt login = attempt("127.0.0.1", "ada", "shop", false);
    PeerOwner owner = new PeerOwner(folder, "1000");
    assertThat(owner.isTrusted(login)).as("no table of sockets").isTrue();
    for (int uid : List.of(0, 1000, 1001)) {
      Files.writeString(
          folder.resolve("tcp"),
          "header\n  0: 0100007F:9C40 0100007F:1D08 01 0:0 00:0 0 %d 0 1 1\n".formatted(uid));
      assertThat(owner.isTrusted(login)).as("uid=%d", uid).isEqualTo(uid != 1001);
    }
    assertThat(owner.isTrusted(attempt("10.0.0.1", "ada", "shop", false))).isFalse();
    Files.writeString(folder.resolve("tcp"), "header\n");
    assertThat(owner.isTrusted(login)).as("no such socket").isFalse();
  }
}
