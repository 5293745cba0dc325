package dev.colonnade.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the driver needs besides its own jar. */
final class ThinDriverTest {
  /** Everything that an application has to carry. */
  private static final List<String> NEEDED =
      List.of("netty-buffer-", "netty-common-", "arrow-format-", "flatbuffers-java-");

  private static final long BYTES_MAX = 2_000_000;

  @Test
  void shouldWorkWithFourSmallLibraries(@TempDir Path folder) throws Exception {
    List<URL> urls = new ArrayList<>();
    long libraryBytes = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      boolean isOurs = Files.exists(path.resolve("dev/colonnade/jdbc"));
      boolean isService = Files.exists(path.resolve("META-INF/services/java.sql.Driver"));
      String name = String.valueOf(path.getFileName());
      boolean isJarOfOurs = name.startsWith("colonnade-client");
      if (isOurs || isService || isJarOfOurs) {
        urls.add(url(path));
      } else if (NEEDED.stream().anyMatch(name::startsWith)) {
        urls.add(url(path));
        libraryBytes += Files.size(path);
      }
    }
    assertThat(libraryBytes).isBetween(1L, BYTES_MAX);
    try (JdbcServer server = JdbcServer.start(folder);
        URLClassLoader alone =
            new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Driver driver = ServiceLoader.load(Driver.class, alone).findFirst().orElseThrow();
      assertThat(driver.getClass().getClassLoader()).isSameAs(alone);
      try (Connection connection = driver.connect(server.url(), new Properties())) {
        JdbcServer.run(
            connection,
            "CREATE TABLE thin (k INTEGER PRIMARY KEY, v TEXT)",
            "INSERT INTO thin VALUES (1, 'x')");
        assertThat(JdbcServer.single(connection, "SELECT v FROM thin")).isEqualTo("x");
      }
    }
  }

  private static URL url(Path path) throws MalformedURLException {
    return path.toUri().toURL();
  }
}
