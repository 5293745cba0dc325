package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.load.ResolvedSetting;
import dev.colonnade.split.limit.LimitTable;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of split settings over the native protocol. */
class SplitSettingChangeTest {
  private static final Duration WAIT_MAX = Duration.ofMinutes(2);
  private static final String MAX = "split.range-max-bytes";

  @TempDir Path folder;

  @Test
  void shouldSplitByAChangedLimit() {
    try (Server server = TestServers.start(folder);
        ColonnadeClient client = TestServers.connect(server)) {
      ClientTable wide = fill(client, "wide");
      ClientTable narrow = fill(client, "narrow");
      assertThat(client.ranges("wide")).hasSize(1);

      client.setTableSetting(narrow.name(), MAX, "64 KiB");
      assertThat(server.database().splits().awaitIdle(WAIT_MAX)).isTrue();
      assertThat(client.ranges("narrow")).hasSizeGreaterThan(3);
      assertThat(client.ranges("wide")).hasSize(1);

      client.setServerSetting(MAX, "128 KiB");
      assertThat(server.database().splits().awaitIdle(WAIT_MAX)).isTrue();
      assertThat(client.ranges(wide.name())).hasSizeGreaterThan(1);
      client.setServerSetting("split.concurrency", "9");
      assertThat(server.database().splits().queueOptions().concurrency()).isEqualTo(9);
    }
  }

  @Test
  void shouldPersistTheLimitsOfATableUntilTheyAreReset() {
    int tableId;
    try (Server server = TestServers.start(folder);
        ColonnadeClient client = TestServers.connect(server)) {
      tableId = client.createTable(TestServers.people("t"), false).description().tableId();
      client.setTableSetting("t", MAX, "2 MiB");
      client.setTableSetting("t", "split.range-min-bytes", "1 KiB");
    }
    try (Server server = TestServers.start(folder);
        ColonnadeClient client = TestServers.connect(server)) {
      LimitTable kept = server.database().splits().limits();
      assertThat(kept.byTable().getOrDefault(tableId, kept.defaults()).maxBytes())
          .isEqualTo(2 << 20);
      assertThat(kept.byTable().getOrDefault(tableId, kept.defaults()).minBytes())
          .isEqualTo(1 << 10);
      client.setTableSetting("t", MAX, "");
      assertThat(server.database().splits().limits().byTable()).isEmpty();
    }
  }

  @Test
  void shouldShowCurrentSettings() throws Exception {
    List<ResolvedSetting> atStart =
        List.of(
            new ResolvedSetting("split.interval", "1 s", ResolvedSetting.DEFAULT),
            new ResolvedSetting("split.load-window", "10 s", ResolvedSetting.DEFAULT),
            new ResolvedSetting("split.range-hard-max-bytes", "1 GiB", ResolvedSetting.DEFAULT));
    try (Server server = Server.start(TestServers.config(folder), atStart);
        ColonnadeClient client = TestServers.connect(server)) {
      assertThat(statusPage(server)).doesNotContain("changed while the server runs");
      client.setServerSetting("split.load-window", "3 s");
      client.setServerSetting("split.interval", "20 ms");
      client.setServerSetting("split.range-hard-max-bytes", "700 MiB");
      assertThat(server.database().splits().limits().defaults().hardMaxBytes())
          .isEqualTo(700L << 20);
      assertThat(statusPage(server))
          .containsSubsequence("split.interval", "20 ms", "changed while the server runs")
          .containsSubsequence("split.load-window", "3 s", "changed while the server runs")
          .containsSubsequence(
              "split.range-hard-max-bytes", "700 MiB", "changed while the server runs");
    }
  }

  private static String statusPage(Server server) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.httpAddress().getPort() + "/_status/server");
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void shouldRejectUnknownSettings() {
    try (Server server = TestServers.start(folder);
        ColonnadeClient client = TestServers.connect(server)) {
      assertThatExceptionOfType(ClientException.class)
          .isThrownBy(() -> client.setServerSetting("split.speed", "9"))
          .satisfies(
              e -> assertThat(e.number()).isEqualTo(ErrorCode.INVALID_CONFIGURATION.number()))
          .withMessageContaining("split.speed");
      assertThatExceptionOfType(ClientException.class)
          .isThrownBy(() -> client.setTableSetting("unknown", MAX, "1 MiB"))
          .satisfies(e -> assertThat(e.number()).isEqualTo(ErrorCode.UNKNOWN_TABLE.number()));
      assertThat(server.database().splits().queueOptions().concurrency()).isEqualTo(4);
    }
  }

  /** Creates a table of about 300 KiB. */
  private static ClientTable fill(ColonnadeClient client, String name) {
    ClientTable table = client.createTable(TestServers.people(name), false);
    try (WriteBatch batch = table.newBatch()) {
      for (long id = 0; id < 3_000; id++) {
        batch.insert().putAll(id, "x".repeat(80), 1).end();
      }
      client.write(batch);
    }
    return table;
  }
}
