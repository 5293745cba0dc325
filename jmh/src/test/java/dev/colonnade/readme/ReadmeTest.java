package dev.colonnade.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.harness.BenchClients;
import dev.colonnade.bench.local.LocalServerOptions;
import dev.colonnade.bench.local.ManagedServer;
import dev.colonnade.client.ColonnadeClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReadmeTest {
  private static final Path HOUSE = Path.of("..").toAbsolutePath().normalize();
  private static final Path EXAMPLES =
      HOUSE.resolve("jmh/src/test/java/dev/colonnade/readme/QuickStart.java");
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)");

  @TempDir private Path folder;

  @Test
  void shouldShowCodeThatIsTested() throws IOException {
    List<String> tested = stripped(Files.readString(EXAMPLES));
    List<MatchResult> blocks =
        JAVA_BLOCK.matcher(Files.readString(HOUSE.resolve("README.md"))).results().toList();

    assertThat(blocks).isNotEmpty();
    for (MatchResult block : blocks) {
      assertThat(tested).containsSequence(stripped(block.group(1)));
    }
  }

  @Test
  void shouldLinkToFilesThatAreThere() throws IOException {
    List<Path> texts = List.of(HOUSE.resolve("README.md"), HOUSE.resolve("docs/README.md"));
    for (Path text : texts) {
      Path from = text.resolveSibling("");
      LINK.matcher(Files.readString(text))
          .results()
          .forEach(link -> assertThat(from.resolve(link.group(1))).as(text.toString()).exists());
    }
  }

  @Test
  void shouldRunTheEmbeddedExample() {
    List<String> shown = new ArrayList<>();

    QuickStart.embedded(folder, shown::add);

    assertThat(String.join("", shown)).contains("id\tname").contains("1\tAthens");
  }

  @Test
  void shouldRunTheExamplesOfTheClient() throws Exception {
    List<String> names = new ArrayList<>();
    List<String> vectors = new ArrayList<>();
    ManagedServer.Place place = ManagedServer.Place.of(folder.resolve("server"));

    try (ManagedServer session = ManagedServer.start(place, LocalServerOptions.DEFAULTS)) {
      URI url = session.server().address().protocol();
      QuickStart.client(url.getPort(), names::add);
      try (ColonnadeClient client = BenchClients.open(url, 1)) {
        QuickStart.arrow(client, vectors::add);
      }
    }

    assertThat(names).containsExactly("Athens");
    assertThat(String.join("", vectors)).contains("1\tAthens\t643452", "2\tSparta\t35259");
  }

  private static List<String> stripped(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}
