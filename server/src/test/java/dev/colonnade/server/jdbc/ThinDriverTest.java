package dev.colonnade.server.jdbc;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.jdbc.ColonnadeDriver;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the driver's dependencies: the libraries and the Java version that it requires. */
final class ThinDriverTest {
  /** File name prefixes of the libraries that the driver requires. */
  private static final List<String> REQUIRED_LIBRARIES =
      List.of("netty-buffer-", "netty-common-", "arrow-format-", "flatbuffers-java-");

  private static final long LIBRARY_BYTES_MAX = 2_000_000;

  /** Major version of class files of Java 17. */
  private static final int CLASS_VERSION_17 = 61;

  /** Source of the program that the other JDK runs. */
  private static final String PROGRAM =
      """
      import java.sql.*;

      public class Thin {
        public static void main(String[] arguments) throws Exception {
          try (Connection connection = DriverManager.getConnection(arguments[0], "thin", "secret");
              Statement statement = connection.createStatement()) {
            statement.execute("create table other (k integer primary key, v text, n numeric(9,2))");
            try (PreparedStatement insert =
                connection.prepareStatement("insert into other values (?, ?, ?)")) {
              insert.setInt(1, 1);
              insert.setString(2, "x");
              insert.setBigDecimal(3, new java.math.BigDecimal("1.50"));
              insert.executeUpdate();
            }
            try (ResultSet row = statement.executeQuery("select v, n from other")) {
              row.next();
              System.out.println(
                  Runtime.version().feature() + " " + row.getString(1) + " " + row.getBigDecimal(2));
            }
          }
        }
      }
      """;

  @Test
  void shouldWorkWithFourSmallLibraries(@TempDir Path folder) throws Exception {
    List<URL> urls = new ArrayList<>();
    long libraryBytes = 0;
    for (Path entry : driverClassPath()) {
      urls.add(url(entry));
      libraryBytes += isLibrary(entry) ? Files.size(entry) : 0;
    }
    assertThat(libraryBytes).isBetween(1L, LIBRARY_BYTES_MAX);
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

  /** Runs the driver with its four libraries on a JDK 17 without flags, if one is installed. */
  @Test
  void shouldRunOnJava17(@TempDir Path folder) throws Exception {
    Optional<Path> java = java17();
    assumeTrue(java.isPresent(), "there is no JDK 17 in JAVA17_HOME or /usr/lib/jvm");
    assumeTrue(classVersion() <= CLASS_VERSION_17, "the driver was compiled for this JDK only");
    Path program = Files.writeString(folder.resolve("Thin.java"), PROGRAM);
    Path output = folder.resolve("output.txt");
    try (JdbcServer server = JdbcServer.start(folder.resolve("store"));
        Connection admin = server.connect()) {
      JdbcServer.run(admin, "CREATE ROLE thin LOGIN SUPERUSER PASSWORD 'secret'");
      Process process =
          new ProcessBuilder(
                  java.orElseThrow().toString(),
                  "-cp",
                  driverClassPath().stream()
                      .map(Path::toString)
                      .collect(joining(File.pathSeparator)),
                  program.toString(),
                  server.url() + "?connectTimeout=120")
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(output)).endsWith("17 x 1.50" + System.lineSeparator());
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static Optional<Path> java17() throws IOException {
    List<Path> homes = new ArrayList<>();
    String configured = System.getenv("JAVA17_HOME");
    if (configured != null) {
      homes.add(Path.of(configured));
    }
    Path installed = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(installed)) {
      try (Stream<Path> found = Files.list(installed)) {
        found.filter(home -> home.toString().contains("17")).sorted().forEach(homes::add);
      }
    }
    return homes.stream()
        .filter(home -> Files.exists(home.resolve("bin/javac")))
        .map(home -> home.resolve("bin/java"))
        .findFirst();
  }

  /** Returns the major version of the driver's class files, which is in bytes 6 and 7. */
  private static int classVersion() throws IOException {
    try (InputStream in =
        ColonnadeDriver.class.getResourceAsStream(
            ColonnadeDriver.class.getSimpleName() + ".class")) {
      return ByteBuffer.wrap(requireNonNull(in).readNBytes(8)).getShort(6);
    }
  }

  /** Returns the class path entries of the driver and its libraries. */
  private static List<Path> driverClassPath() {
    List<Path> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      boolean isDriver = Files.exists(path.resolve("dev/colonnade/jdbc"));
      boolean isService = Files.exists(path.resolve("META-INF/services/java.sql.Driver"));
      boolean isDriverJar = name(path).startsWith("colonnade-client");
      if (isDriver || isService || isDriverJar || isLibrary(path)) {
        entries.add(path);
      }
    }
    return entries;
  }

  private static boolean isLibrary(Path path) {
    return REQUIRED_LIBRARIES.stream().anyMatch(name(path)::startsWith);
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static URL url(Path path) throws MalformedURLException {
    return path.toUri().toURL();
  }
}
