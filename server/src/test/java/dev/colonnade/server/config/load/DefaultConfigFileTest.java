package dev.colonnade.server.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import dev.colonnade.server.config.ServerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Agreement of {@code config/colonnade.conf} with the code. */
class DefaultConfigFileTest {
  private static final Path FILE = Path.of("..", "config", "colonnade.conf");

  private static final Map<String, ConfigSources.Option> STORE =
      Map.of("store.folder", new ConfigSources.Option("--store", "data"));

  private final Map<String, ConfigValue> leaves = leaves();

  @Test
  void shouldHaveTheDefaultsOfTheCode() {
    assertThat(values(FILE)).isEqualTo(values(null));
  }

  @Test
  void shouldHaveEveryKey() {
    assertThat(leaves.keySet()).isEqualTo(values(null).keySet());
  }

  @Test
  void shouldDocumentEveryKeyAndItsDefault() {
    assertThat(leaves)
        .allSatisfy(
            (key, value) -> {
              String comment = String.join(" ", value.origin().comments());
              assertThat(comment).as(key).hasSizeGreaterThan(20);
              if (!key.equals("store.folder")) {
                assertThat(comment).as(key).contains("Default: " + text(value));
              }
            });
  }

  @Test
  void shouldLoadWithoutChanges() throws Exception {
    assertThat(Files.readAllLines(FILE)).allSatisfy(line -> assertThat(line).hasSizeLessThan(101));
    assertThat(ConfigLoader.load(new ConfigSources(FILE, Map.of(), STORE)).config())
        .isEqualTo(ServerConfig.at(Path.of("data")));
  }

  private static String text(ConfigValue value) {
    return String.valueOf(value.unwrapped());
  }

  private static Map<String, String> values(@Nullable Path file) {
    Map<String, String> values = new TreeMap<>();
    ConfigLoader.load(new ConfigSources(file, Map.of(), STORE))
        .settings()
        .forEach(setting -> values.put(setting.key(), setting.value()));
    return values;
  }

  private static Map<String, ConfigValue> leaves() {
    Map<String, ConfigValue> leaves = new TreeMap<>();
    collect("", ConfigFactory.parseFile(FILE.toFile()).root(), leaves);
    return leaves;
  }

  private static void collect(String prefix, ConfigObject object, Map<String, ConfigValue> leaves) {
    for (String name : new TreeSet<>(object.keySet())) {
      ConfigValue value = object.get(name);
      if (value instanceof ConfigObject inner) {
        collect(prefix + name + ".", inner, leaves);
      } else {
        leaves.put(prefix + name, value);
      }
    }
  }
}
