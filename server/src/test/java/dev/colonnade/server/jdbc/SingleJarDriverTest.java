package dev.colonnade.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.jdbc.ColonnadeDriver;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the jar of the driver that contains its libraries, which Maven makes in the phase
 * package. They are skipped where the client was compiled without it.
 */
final class SingleJarDriverTest {
  private static final long JAR_BYTES_MAX = 3_000_000;
  private static final Path FOLDER = Path.of("..", "client", "target");

  private Path jar = FOLDER;

  @BeforeEach
  void findJar() throws IOException {
    Optional<Path> found = Optional.empty();
    if (Files.isDirectory(FOLDER)) {
      try (Stream<Path> files = Files.list(FOLDER)) {
        found =
            files
                .filter(
                    file -> file.getFileName().toString().matches("colonnade-client-.*-jdbc\\.jar"))
                .findFirst();
      }
    }
    assumeTrue(found.isPresent(), "client/target has no jar of the driver: run mvn package");
    jar = found.orElseThrow();
  }

  @Test
  void shouldWorkAlone(@TempDir Path folder) throws Exception {
    try (JdbcServer server = JdbcServer.start(folder);
        URLClassLoader alone =
            new URLClassLoader(
                new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Driver driver = ServiceLoader.load(Driver.class, alone).findFirst().orElseThrow();
      assertThat(driver.getClass().getName()).isEqualTo(ColonnadeDriver.class.getName());
      assertThat(driver.getClass()).isNotSameAs(ColonnadeDriver.class);
      try (Connection connection = driver.connect(server.url(), new Properties())) {
        readAndWrite(connection);
      }
    }
  }

  private static void readAndWrite(Connection connection) throws SQLException {
    JdbcServer.run(
        connection, "CREATE TABLE single (k INTEGER PRIMARY KEY, v TEXT, n NUMERIC(9, 2))");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO single VALUES (?, ?, ?)")) {
      for (int i = 0; i < 5_000; i++) {
        insert.setInt(1, i);
        insert.setString(2, "v" + i);
        insert.setBigDecimal(3, BigDecimal.valueOf(i, 2));
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(5_000);
    }
    // So many rows are sent as Arrow batches, a few as values.
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT k, v, n FROM single ORDER BY k")) {
      for (int i = 0; i < 5_000; i++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(2)).isEqualTo("v" + i);
        assertThat(rows.getBigDecimal(3)).isEqualTo(BigDecimal.valueOf(i, 2));
      }
      assertThat(rows.next()).isFalse();
    }
    assertThat(JdbcServer.single(connection, "SELECT v FROM single WHERE k = 7")).isEqualTo("v7");
    assertThat(connection.getMetaData().getDriverVersion()).isNotEmpty();
  }

  @Test
  void shouldContainNoNamesOfOtherProjects() throws Exception {
    assertThat(Files.size(jar)).isLessThan(JAR_BYTES_MAX);
    try (JarFile file = new JarFile(jar.toFile())) {
      List<String> names = file.stream().map(JarEntry::getName).toList();
      assertThat(names)
          .contains(
              "dev/colonnade/jdbc/ColonnadeDriver.class",
              "dev/colonnade/shaded/netty/buffer/ByteBuf.class",
              "META-INF/LICENSE")
          .doesNotContain("dev/colonnade/client/ColonnadeClient.class");
      assertThat(names)
          .filteredOn(name -> name.endsWith(".class"))
          .allMatch(name -> name.replaceFirst("META-INF/versions/\\d+/", "").startsWith("dev/"));
      assertThat(names).noneMatch(name -> name.startsWith("META-INF/native"));
    }
    try (URLClassLoader alone =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> alone.loadClass("io.netty.buffer.ByteBuf"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThat(alone.loadClass("dev.colonnade.shaded.netty.buffer.ByteBuf")).isNotNull();
    }
  }
}
