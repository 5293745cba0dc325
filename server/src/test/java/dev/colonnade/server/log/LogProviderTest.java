package dev.colonnade.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogProviderTest {
  @TempDir private Path folder;

  private final LoggerContext context = new LoggerContext();

  @Test
  void shouldLogFromInfoByDefault() {
    LogProvider.configure(context, null, null);
    assertThat(context.getLogger("dev.colonnade").getEffectiveLevel()).isEqualTo(Level.INFO);
    assertThat(context.getLogger("io.netty").getEffectiveLevel()).isEqualTo(Level.WARN);
    assertThat(context.getLogger("ROOT").getAppender("console")).isNotNull();
  }

  @Test
  void shouldLogFromTheLevelOfTheEnvironment() {
    LogProvider.configure(context, null, "debug");
    assertThat(context.getLogger("dev.colonnade").getEffectiveLevel()).isEqualTo(Level.DEBUG);
  }

  @Test
  void shouldConfigureFromTheExampleAsByDefault() {
    LogProvider.configure(context, "../config/logback.example.xml", null);
    assertThat(context.getLogger("dev.colonnade").getEffectiveLevel()).isEqualTo(Level.INFO);
    assertThat(context.getLogger("io.netty").getEffectiveLevel()).isEqualTo(Level.WARN);
    assertThat(context.getLogger("ROOT").getAppender("console")).isNotNull();
    context.stop();
  }

  @Test
  void shouldUseTheDefaultIfTheFileIsUnusable() throws IOException {
    Path file = Files.writeString(folder.resolve("logback.xml"), "<configuration>");
    LogProvider.configure(context, file.toString(), null);
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
}
