package dev.colonnade.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.SecurityConfig.TlsFiles;
import dev.colonnade.testing.ClientCertificates;
import dev.colonnade.testing.SelfSignedCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of the port of Flight SQL, and of its clients. */
@Tag("integration")
@SuppressWarnings("try") // closing the fixture may be interrupted
class FlightTlsTest {
  /** The server looks at the files once a second. */
  private static final long CHECK_MILLIS = 1_001;

  private static final String RULES =
      """
      hostssl colonnade ada    all cert
      hostssl colonnade reader all scram-sha-256
      hostssl colonnade paired   all scram-sha-256 clientcert=verify-full
      """;

  @TempDir Path folder;

  private TlsFiles certificate(String name) throws Exception {
    SelfSignedCertificate made = SelfSignedCertificate.make(folder, name, "CN=colonnade");
    return new TlsFiles(made.certificate(), made.key());
  }

  private FlightFixture start(SecurityConfig security) {
    FlightFixture fixture =
        FlightFixture.start(folder.resolve("store"), config -> config.withSecurity(security));
    fixture.execute(
        "CREATE ROLE reader LOGIN PASSWORD 'secret'",
        "CREATE ROLE ada LOGIN",
        "CREATE ROLE paired LOGIN PASSWORD 'secret'");
    return fixture;
  }

  private static List<?> user(FlightFixture.Connection connection) {
    return connection.query("SELECT current_user::text").getFirst();
  }

  @Test
  void shouldEncryptWithTheServersCertificate() throws Exception {
    TlsFiles files = certificate("server");
    try (FlightFixture fixture =
        start(FlightFixture.security(AuthenticationMode.SCRAM, Optional.of(files)))) {
      assertThat(user(fixture.login(fixture.connectTo(files), "reader", "secret")))
          .isEqualTo(List.of("reader"));
      assertThatThrownBy(() -> fixture.login("reader", "secret"))
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              failure ->
                  assertThat(failure.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE));
    }
  }

  private static void replace(Path target, Path by) throws Exception {
    Path copy = target.resolveSibling("replacement");
    Files.copy(by, copy, StandardCopyOption.REPLACE_EXISTING);
    Files.move(copy, target, StandardCopyOption.ATOMIC_MOVE);
    TimeUnit.MILLISECONDS.sleep(CHECK_MILLIS);
  }

  @Test
  void shouldUseReplacedCertificatesForNewConnections() throws Exception {
    TlsFiles first = certificate("first");
    TlsFiles second = certificate("second");
    TlsFiles used = certificate("used");
    replace(used.certificate(), first.certificate());
    replace(used.key(), first.key());
    try (FlightFixture fixture =
        start(FlightFixture.security(AuthenticationMode.SCRAM, Optional.of(used)))) {
      FlightFixture.Connection before = fixture.login(fixture.connectTo(first), "reader", "secret");
      replace(used.certificate(), second.certificate());
      // The key does not belong to the certificate yet.
      fixture.login(fixture.connectTo(first), "reader", "secret");
      replace(used.key(), second.key());
      assertThat(user(fixture.login(fixture.connectTo(second), "reader", "secret")))
          .isEqualTo(List.of("reader"));
      assertRefused(
          "PKIX path validation failed",
          () -> fixture.login(fixture.connectTo(first), "reader", "secret"));
      assertThat(user(before)).isEqualTo(List.of("reader"));
    }
  }

  private static void assertRefused(String cause, ThrowingCallable login) {
    assertThatThrownBy(login)
        .isInstanceOf(FlightRuntimeException.class)
        .hasStackTraceContaining(cause);
  }

  @Test
  void shouldRequireTheCertificatesOfRules() throws Exception {
    TlsFiles server = certificate("server");
    ClientCertificates clients =
        ClientCertificates.make(folder, Map.of("ada", "CN=ada", "paired", "CN=paired"));
    TlsFiles files =
        new TlsFiles(server.certificate(), server.key(), Optional.of(clients.authorities()));
    Path rules = Files.writeString(folder.resolve("rules"), RULES);
    try (FlightFixture fixture =
        start(
            new SecurityConfig(
                AuthenticationMode.AUTO,
                Optional.empty(),
                Optional.of(rules),
                Optional.of(files)))) {
      assertThat(user(fixture.login(fixture.connectTo(files, clients.of("ada")), "ada", "")))
          .isEqualTo(List.of("ada"));
      assertThat(user(fixture.login(fixture.connectTo(files), "reader", "secret")))
          .isEqualTo(List.of("reader"));
      assertThat(
              user(
                  fixture.login(
                      fixture.connectTo(files, clients.of("paired")), "paired", "secret")))
          .isEqualTo(List.of("paired"));
      assertRefused(
          "connection requires a valid client certificate",
          () -> fixture.login(fixture.connectTo(files), "ada", ""));
      assertRefused(
          "certificate authentication failed for user \"ada\"",
          () -> fixture.login(fixture.connectTo(files, clients.of("paired")), "ada", ""));
      assertRefused(
          "password authentication failed for user \"paired\"",
          () -> fixture.login(fixture.connectTo(files, clients.of("paired")), "paired", "wrong"));
      assertRefused(
          "certificate_unknown",
          () ->
              fixture.login(
                  fixture.connectTo(files, clients.of(ClientCertificates.STRANGER)), "ada", ""));
    }
  }
}
