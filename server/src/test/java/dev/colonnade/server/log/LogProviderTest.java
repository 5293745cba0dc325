package dev.colonnade.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogProviderTest {
  @TempDir private Path folder;

  private final LoggerContext context = new LoggerContext();

  @Test
  void shouldLogFromInfoByDefault() {
    LogProvider.configure(context, null, LogOptions.ofLevel("INFO"));
    assertThat(context.getLogger("dev.colonnade").getEffectiveLevel()).isEqualTo(Level.INFO);
    assertThat(context.getLogger("io.netty").getEffectiveLevel()).isEqualTo(Level.WARN);
    assertThat(context.getLogger("ROOT").getAppender("console")).isNotNull();
  }

  @Test
  void shouldLogFromTheLevelOfTheEnvironment() {
    LogProvider.configure(context, null, LogOptions.ofLevel("debug"));
    assertThat(context.getLogger("dev.colonnade").getEffectiveLevel()).isEqualTo(Level.DEBUG);
  }

  @Test
  void shouldConfigureFromTheExampleAsByDefault() {
    LogProvider.configure(context, "../config/logback.example.xml", LogOptions.ofLevel("INFO"));
    assertThat(context.getLogger("dev.colonnade").getEffectiveLevel()).isEqualTo(Level.INFO);
    assertThat(context.getLogger("io.netty").getEffectiveLevel()).isEqualTo(Level.WARN);
    assertThat(context.getLogger("ROOT").getAppender("console")).isNotNull();
    context.stop();
  }

  @Test
  void shouldUseTheDefaultIfTheFileIsUnusable() throws IOException {
    Path file = Files.writeString(folder.resolve("logback.xml"), "<configuration>");
    LogProvider.configure(context, file.toString(), LogOptions.ofLevel("INFO"));
    assertThat(context.getLogger("ROOT").getAppender("console")).isNotNull();
  }

  @Test
  void shouldFindTheFileInTheProgramsFolder() throws IOException {
    Properties properties = new Properties();
    properties.setProperty("colonnade.home", folder.toString());
    LogProvider.install(properties);
    assertThat(properties).doesNotContainKey("logback.configurationFile");

    Path file = Files.createDirectories(folder.resolve("config")).resolve("logback.xml");
    Files.writeString(file, "<configuration/>");
    LogProvider.install(properties);
    assertThat(properties).containsEntry("logback.configurationFile", file.toString());
  }

  @Test
  void shouldLogJsonToAFileThatIsRotated() throws Exception {
    Path file = folder.resolve("server.log");
    LogOptions options =
        LogOptions.of(
            Map.of(
                "COLONNADE_LOG_FORMAT", "json",
                "COLONNADE_LOG_FILE", file.toString(),
                "COLONNADE_LOG_FILE_MAX", "2KB",
                "COLONNADE_LOG_FILE_KEEP", "2"));
    context.setMDCAdapter(new LogbackMDCAdapter());
    LogProvider.configure(context, null, options);
    Logger logger = context.getLogger("dev.colonnade.test");
    for (int round = 0; round < 6; round++) {
      logger.info("quoted \"text\" {}\nof two lines", "x".repeat(3_000), new IOException("why"));
      Thread.sleep(150);
    }
    context.stop();

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("server.log", "server.log.1", "server.log.2");
    }
    JsonNode line =
        new ObjectMapper().readTree(Files.readAllLines(folder.resolve("server.log.1")).getFirst());
    assertThat(line.get("message").asText())
        .startsWith("quoted \"text\" xxx")
        .endsWith("\nof two lines");
    assertThat(line.get("level").asText()).isEqualTo("INFO");
    assertThat(line.get("logger").asText()).isEqualTo("dev.colonnade.test");
    assertThat(line.get("exception").asText()).contains("java.io.IOException: why");
  }

  @Test
  void shouldRefuseInvalidOptions() {
    assertThatThrownBy(() -> LogOptions.of(Map.of("COLONNADE_LOG_FORMAT", "xml")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LogOptions.of(Map.of("COLONNADE_LOG_FILE_KEEP", "0")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
