package dev.colonnade.server.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.session.AnalyzeLimits;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.AnalyzeConfig;
import dev.colonnade.server.config.ListenConfig;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.store.Durability;
import dev.colonnade.store.rocks.config.TableFileConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigLoaderTest {
  private static final Map<String, ConfigSources.Option> STORE =
      Map.of("store.folder", new ConfigSources.Option("--store", "data"));

  @TempDir Path folder;

  @Test
  void shouldHaveTheDefaultsWithoutSources() {
    LoadedConfig loaded = ConfigLoader.load(new ConfigSources(null, Map.of(), STORE));
    assertThat(loaded.config()).isEqualTo(ServerConfig.at(Path.of("data")));
    assertThat(setting(loaded, "store.folder").origin()).isEqualTo("option --store");
    assertThat(setting(loaded, "listen.native-port"))
        .isEqualTo(new ResolvedSetting("listen.native-port", "7420", "default"));
  }

  @Test
  void shouldReadEveryKindOfValue() throws IOException {
    ServerConfig config =
        load("""
        listen { host = "::1", native-port = 0 }
        store.compression = ZSTD
        store.block-cache = 100 MiB
        commit.durability = relaxed
        retention.time = 90 m
        network { frame-max = 1m, idle-timeout = 0 }
        threads.io = 3
        analyze { automatic = off, threshold = 7, scale-percent = 25, interval = 90 s }
        """)
            .config();
    assertThat(config.listen()).isEqualTo(new ListenConfig("::1", 0, 7480));
    assertThat(config.engine().store().tables().compression())
        .isEqualTo(TableFileConfig.Compression.ZSTD);
    assertThat(config.engine().store().memory().blockCacheBytes()).isEqualTo(100L << 20);
    assertThat(config.engine().commit().durability()).isEqualTo(Durability.RELAXED);
    assertThat(config.engine().retention().time()).isEqualTo(Duration.ofMinutes(90));
    assertThat(config.network().protocol().frameBytesMax()).isEqualTo(1 << 20);
    assertThat(config.network().timeouts().idle()).isZero();
    assertThat(config.threads().ioThreads()).isEqualTo(3);
    assertThat(config.analyze())
        .isEqualTo(new AnalyzeConfig(false, new AnalyzeLimits(7, 25, Duration.ofSeconds(90))));
  }

  @Test
  void shouldPreferOptionsToTheEnvironmentAndThatToTheFile() throws IOException {
    Path file = write("listen { host = a, native-port = 1, http-port = 2 }");
    Map<String, String> environment =
        Map.of("COLONNADE_LISTEN_NATIVE_PORT", "11", "COLONNADE_LISTEN_HTTP_PORT", "12");
    Map<String, ConfigSources.Option> options =
        Map.of(
            "store.folder", new ConfigSources.Option("--store", "data"),
            "listen.http-port", new ConfigSources.Option("--http-port", "22"));
    LoadedConfig loaded = ConfigLoader.load(new ConfigSources(file, environment, options));
    assertThat(loaded.config().listen()).isEqualTo(new ListenConfig("a", 11, 22));
    assertThat(setting(loaded, "listen.host").origin()).isEqualTo(file + ":1");
    assertThat(setting(loaded, "listen.native-port").origin())
        .isEqualTo("environment variable COLONNADE_LISTEN_NATIVE_PORT");
    assertThat(setting(loaded, "listen.http-port").origin()).isEqualTo("option --http-port");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "listen.native-prot = 1 | key=listen.native-prot no such setting;"
            + " did you mean listen.native-port? (FILE:2)",
        "flux = 1 | key=flux no such setting (FILE:2)",
        "listen = 5 | key=listen no such setting (FILE:2)",
        "listen.host.name = a | key=listen.host cannot be read: value={name=a} (FILE:2)",
        "listen.native-port = abc | key=listen.native-port is not a whole number: value=abc"
            + " (FILE:2)",
        "listen.native-port = auto | key=listen.native-port is not a whole number: value=auto"
            + " (FILE:2)",
        "listen.native-port = 1.5 | key=listen.native-port is not a whole number: value=1.5"
            + " (FILE:2)",
        "listen.native-port = [1] | key=listen.native-port cannot be read: value=[1] (FILE:2)",
        "listen.native-port = 65536 | key=listen.native-port is out of range: value=65536 min=0"
            + " max=65535 (FILE:2)",
        "listen.native-port = 7480 | key=listen duplicate port: nativePort=7480 httpPort=7480"
            + " (FILE:2)",
        "analyze.interval = 9 ms | key=analyze.interval is out of range: value=9 ms min=10 ms"
            + " max=576 h (FILE:2)",
        "analyze.scale-percent = 10001 | key=analyze.scale-percent is out of range: value=10001"
            + " min=0 max=10000 (FILE:2)",
        "store.block = 3 | key=store.block is out of range: value=3 B min=1 KiB max=1 MiB (FILE:2)",
        "store.block = 3 miles | key=store.block cannot be read: value=3 miles (FILE:2)",
        "store.cursor = fast | key=store.cursor is none of native, plain, auto: value=fast"
            + " (FILE:2)",
        "retention.time = 3600 | key=retention.time has no unit, such as ms, s, m, h: value=3600"
            + " (FILE:2)",
        "retention.time = -1 s | key=retention.time is out of range: value=-1 s min=0 s max=8760 h"
            + " (FILE:2)",
        "commit.conflict-slots = 3 | key=commit.conflict-slots conflictSlots not a power of two"
            + " conflictSlots=3 (FILE:2)",
      })
  void shouldReportErrorsWithTheirLocation(String line, String message) throws IOException {
    Path file = write("# a comment\n" + line + "\n");
    assertThatThrownBy(() -> ConfigLoader.load(new ConfigSources(file, Map.of(), STORE)))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessage("configuration is not valid: " + message.replace("FILE", file.toString()));
  }

  @Test
  void shouldRequireMemoryForOneRequest() throws IOException {
    Path file = write("memory.direct-max = 100 MiB\nmemory.request-max = 1 GiB\n");
    assertThatThrownBy(() -> ConfigLoader.load(new ConfigSources(file, Map.of(), STORE)))
        .hasMessageContaining(
            "key=memory.request-max out of range:"
                + " requestBytesMax=1073741824 directBytesMax=104857600 (");
  }

  @Test
  void shouldReportTheInvalidVariable() {
    Map<String, String> environment = Map.of("COLONNADE_THREADS_IO", "many");
    assertThatThrownBy(() -> ConfigLoader.load(new ConfigSources(null, environment, STORE)))
        .hasMessageContaining("key=threads.io is not a whole number: value=many")
        .hasMessageContaining("(environment variable COLONNADE_THREADS_IO)");
  }

  @Test
  void shouldReportTheLineOfAFileThatIsNotHocon() throws IOException {
    Path file = write("listen {\n  host = \"a\n}\n");
    assertThatThrownBy(() -> ConfigLoader.load(new ConfigSources(file, Map.of(), STORE)))
        .hasMessageStartingWith("the configuration cannot be read: " + file + ": 2: ")
        .hasMessageNotContaining("if you intended");
  }

  @Test
  void shouldRejectAMissingFile() {
    Path file = folder.resolve("none.conf");
    assertThatThrownBy(() -> ConfigLoader.load(new ConfigSources(file, Map.of(), STORE)))
        .hasMessage("the configuration cannot be read: file=" + file + " reason=does not exist");
  }

  @Test
  void shouldRequireAFolder() {
    assertThatThrownBy(() -> ConfigLoader.load(new ConfigSources(null, Map.of(), Map.of())))
        .hasMessage("the store folder is not set: use --store DIR, or set store.folder");
  }

  @Test
  void shouldReportVariablesThatMatchNoSetting() {
    Map<String, String> environment =
        Map.of(
            "COLONNADE_PORT", "tcp://10.0.0.1:7420",
            "COLONNADE_JAVA_OPTS", "-Xmx1g",
            "COLONNADE_THREADS_IO", "1",
            "HOME", "/");
    LoadedConfig loaded = ConfigLoader.load(new ConfigSources(null, environment, STORE));
    assertThat(loaded.unknownVariables()).containsExactly("COLONNADE_PORT");
  }

  @Test
  void shouldHaveOneVariableForEachKeyAndAShortOne() {
    Map<String, String> variables = ConfigLoader.variables();
    LoadedConfig loaded = ConfigLoader.load(new ConfigSources(null, Map.of(), STORE));
    assertThat(variables).containsEntry("COLONNADE_PASSWORD_FILE", "setup.password-file");
    assertThat(variables).hasSize(loaded.settings().size() + 1);
    assertThat(variables).containsEntry("COLONNADE_STORE_FOLDER", "store.folder");
  }

  private LoadedConfig load(String text) throws IOException {
    return ConfigLoader.load(new ConfigSources(write(text), Map.of(), STORE));
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("test.conf"), text);
  }

  private static ResolvedSetting setting(LoadedConfig loaded, String key) {
    return loaded.settings().stream()
        .filter(setting -> setting.key().equals(key))
        .findFirst()
        .orElseThrow();
  }
}
