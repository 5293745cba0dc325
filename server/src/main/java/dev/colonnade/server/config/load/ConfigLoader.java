package dev.colonnade.server.config.load;

import static java.util.Objects.requireNonNull;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValueFactory;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.ServerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loader of the configuration from all its sources. The environment variable of the setting {@code
 * listen.native-port} is {@code COLONNADE_LISTEN_NATIVE_PORT}.
 */
public final class ConfigLoader {
  public static final String VARIABLE_PREFIX = "COLONNADE_";

  /** Variables of the launcher and of the log configuration, which are not settings. */
  private static final Set<String> NON_SETTING_VARIABLES =
      Set.of(
          "COLONNADE_AOT",
          "COLONNADE_JAVA_OPTS",
          "COLONNADE_LOG_FILE",
          "COLONNADE_LOG_FILE_KEEP",
          "COLONNADE_LOG_FILE_MAX",
          "COLONNADE_LOG_FORMAT",
          "COLONNADE_LOG_LEVEL",
          "COLONNADE_PASSWORD");

  /** Variables by short names, as images of other databases have them, with their settings. */
  private static final Map<String, String> SHORT_VARIABLES =
      Map.of("COLONNADE_PASSWORD_FILE", "setup.password-file");

  private ConfigLoader() {}

  /**
   * Reads all sources.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION with the key and its location
   */
  public static LoadedConfig load(ConfigSources sources) {
    requireNonNull(sources, "sources is null");
    Map<String, String> variables = variables();
    Config config =
        options(sources.options())
            .withFallback(environment(sources.environment(), variables))
            .withFallback(file(sources.file()));
    SettingReader reader = new SettingReader(config, ServerConfigReader.AUTO_KEYS);
    ServerConfig server = read(reader);
    return new LoadedConfig(
        server, reader.settings(), unknownVariables(sources.environment(), variables.keySet()));
  }

  private static ServerConfig read(SettingReader reader) {
    ServerConfig server = new ServerConfigReader(reader).read();
    reader.rejectUnknownKeys();
    return server;
  }

  /** Returns the name of the variable that sets {@code key}. */
  static String variable(String key) {
    return VARIABLE_PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** Returns every setting's key, by the variable that sets it. */
  static Map<String, String> variables() {
    SettingReader reader =
        new SettingReader(
            ConfigFactory.parseMap(Map.of(EngineConfigReader.FOLDER, "any")), Set.of());
    read(reader);
    Map<String, String> keys = new HashMap<>();
    reader.knownKeys().forEach(key -> keys.put(variable(key), key));
    keys.putAll(SHORT_VARIABLES);
    return keys;
  }

  private static Config file(@Nullable Path file) {
    if (file == null) {
      return ConfigFactory.empty();
    }
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "the configuration cannot be read: file=%s reason=%s"
              .formatted(file, Files.exists(file) ? "not a readable file" : "does not exist"));
    }
    try {
      return ConfigFactory.parseFile(
              file.toFile(),
              ConfigParseOptions.defaults().setAllowMissing(false).setSyntax(ConfigSyntax.CONF))
          .resolve();
    } catch (ConfigException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "the configuration cannot be read: " + withoutAdvice(String.valueOf(e.getMessage())),
          e);
    }
  }

  /** Removes the library's suggestion of other file formats from its message. */
  private static String withoutAdvice(String message) {
    int advice = message.indexOf(" (if you intended");
    return advice < 0 ? message : message.substring(0, advice);
  }

  private static Config environment(
      Map<String, String> environment, Map<String, String> variables) {
    Config config = ConfigFactory.empty();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String key = variables.get(variable.getKey());
      if (key != null) {
        config =
            with(config, key, variable.getValue(), "environment variable " + variable.getKey());
      }
    }
    return config;
  }

  private static Config options(Map<String, ConfigSources.Option> options) {
    Config config = ConfigFactory.empty();
    for (Map.Entry<String, ConfigSources.Option> option : options.entrySet()) {
      config =
          with(
              config,
              option.getKey(),
              option.getValue().value(),
              "option " + option.getValue().name());
    }
    return config;
  }

  private static Config with(Config config, String key, String value, String origin) {
    return config.withValue(key, ConfigValueFactory.fromAnyRef(value, origin));
  }

  private static List<String> unknownVariables(
      Map<String, String> environment, Set<String> variables) {
    return environment.keySet().stream()
        .filter(name -> name.startsWith(VARIABLE_PREFIX))
        .filter(name -> !variables.contains(name) && !NON_SETTING_VARIABLES.contains(name))
        .sorted()
        .toList();
  }
}
