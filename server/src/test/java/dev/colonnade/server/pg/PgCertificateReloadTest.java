package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.SecurityConfig.TlsFiles;
import dev.colonnade.server.testing.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of a server that are replaced while it runs. */
class PgCertificateReloadTest {
  /** The server looks at the files once a second. */
  private static final long CHECK_MILLIS = 1_001;

  @TempDir private Path folder;

  private static Connection connect(PgListenerFixture server, TlsFiles trusted)
      throws SQLException {
    Properties properties = new Properties();
    properties.put("user", "ada");
    properties.put("password", "lovelace");
    properties.put("sslmode", "verify-ca");
    properties.put("sslrootcert", trusted.certificate().toString());
    properties.put("channelBinding", "require");
    return DriverManager.getConnection(server.url(), properties);
  }

  private static void replace(Path target, Path by) throws Exception {
    Path copy = target.resolveSibling("replacement");
    Files.copy(by, copy, StandardCopyOption.REPLACE_EXISTING);
    Files.move(copy, target, StandardCopyOption.ATOMIC_MOVE);
    TimeUnit.MILLISECONDS.sleep(CHECK_MILLIS);
  }

  private static void assertAlive(Connection connection) throws SQLException {
    try (ResultSet rows = connection.createStatement().executeQuery("select 1")) {
      assertThat(rows.next()).isTrue();
    }
  }

  @Test
  void shouldUseReplacedCertificatesForNewConnections() throws Exception {
    TlsFiles first = Certificates.make(folder, "first");
    TlsFiles second = Certificates.make(folder, "second");
    TlsFiles used = Certificates.make(folder, "used");
    replace(used.certificate(), first.certificate());
    replace(used.key(), first.key());
    Path users = Files.writeString(folder.resolve("users.txt"), "\"ada\" \"lovelace\"\n");
    SecurityConfig security =
        new SecurityConfig(
            AuthenticationMode.SCRAM, Optional.of(users), Optional.empty(), Optional.of(used));
    try (PgListenerFixture server =
            PgListenerFixture.start(folder.resolve("store"), PgListenerFixture.PATIENT, security);
        Connection before = connect(server, first)) {
      replace(used.certificate(), second.certificate());
      try (Connection still = connect(server, first)) {
        assertAlive(still); // the key does not belong to the certificate yet
      }
      replace(used.key(), second.key());
      try (Connection after = connect(server, second)) {
        assertAlive(after);
      }
      assertThatThrownBy(() -> connect(server, first)).isInstanceOf(SQLException.class);
      assertAlive(before);
      Files.writeString(used.certificate(), "no certificate", US_ASCII);
      Files.delete(used.key());
      TimeUnit.MILLISECONDS.sleep(CHECK_MILLIS);
      try (Connection after = connect(server, second)) {
        assertAlive(after);
      }
    }
  }
}
