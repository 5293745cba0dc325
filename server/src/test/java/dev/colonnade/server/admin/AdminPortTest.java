package dev.colonnade.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.definition.OwningColumn;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.server.admin.http.HttpStatistics;
import dev.colonnade.server.admin.metrics.ServerMeters;
import dev.colonnade.server.admin.view.ServerPhase;
import dev.colonnade.server.config.HttpConfig;
import dev.colonnade.server.config.ListenConfig;
import dev.colonnade.server.config.MetricsConfig;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.TableSchema;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminPortTest {
  private static final TableSchema ORDERS =
      TableSchema.builder()
          .required("id", ColumnType.Plain.BIGINT)
          .nullable("price", ColumnType.numeric(15, 2))
          .key("id")
          .build();

  @TempDir Path folder;

  private FakeAdminView view;
  private ServerMeters meters;
  private AdminPort port;

  @BeforeEach
  void open() {
    view = new FakeAdminView(folder.resolve("store"));
    meters = new ServerMeters(MetricsConfig.DEFAULT);
    port =
        AdminPort.open(
            new ListenConfig("127.0.0.1", 7420, 0), HttpConfig.DEFAULT, view, meters, null);
  }

  @AfterEach
  void close() {
    port.close();
    meters.close();
    view.close();
  }

  private static ClusterStatus member(ClusterStatus.Role role, long appliedAtNanos) {
    return new ClusterStatus(
        "b",
        role,
        7,
        "a",
        new ClusterStatus.Positions(120, 100, 90, appliedAtNanos, 5 << 20),
        new ClusterStatus.Work(5, 2_000_000_000, 100, 1_000_000_000),
        List.of(new ClusterStatus.Member(new ClusterPeer("a", "h1", 7490), 120)));
  }

  @Test
  void shouldNotBeReadyAsAFollowerThatLags() throws Exception {
    long now = PhysicalClock.system().epochNanos();
    view.join(member(ClusterStatus.Role.FOLLOWER, now));
    assertThat(get("/ready", 200)).contains("\"ready\" : true", "\"role\" : \"follower\"");
    view.join(member(ClusterStatus.Role.FOLLOWER, now - 60_000_000_000L));
    assertThat(get("/ready", 503)).contains("\"ready\" : false");
    view.join(member(ClusterStatus.Role.LEADER, now - 60_000_000_000L));
    assertThat(get("/ready", 200)).contains("\"role\" : \"leader\"");
  }

  @Test
  void shouldReportTheCluster() throws Exception {
    assertThat(get("/_status/cluster", 200)).contains("\"member\" : false");
    view.join(member(ClusterStatus.Role.FOLLOWER, PhysicalClock.system().epochNanos()));
    assertThat(get("/_status/cluster", 200))
        .contains(
            "\"name\" : \"b\"",
            "\"role\" : \"follower\"",
            "\"term\" : 7",
            "\"leader\" : \"a\"",
            "\"lag_entries\" : 20",
            "\"address\" : \"h1:7490\"");
  }

  @Test
  void shouldExposeMetersOfAMember() throws Exception {
    assertThat(get("/metrics", 200)).doesNotContain("colonnade_cluster_");
    view.join(member(ClusterStatus.Role.LEADER, 0));
    try (ServerMeters own = new ServerMeters(MetricsConfig.DEFAULT)) {
      own.watch(view, () -> new HttpStatistics(0, 0, 0, 0));
      String page = new String(own.page(true).body(), StandardCharsets.UTF_8);
      assertThat(page)
          .contains(
              "colonnade_cluster_term 7.0",
              "colonnade_cluster_leader 1.0",
              "colonnade_cluster_commit_index 120.0",
              "colonnade_cluster_lag_entries 20.0",
              "colonnade_cluster_lag_seconds 0.0",
              "colonnade_cluster_appends_total 5.0",
              "colonnade_cluster_append_seconds_total 2.0",
              "colonnade_cluster_apply_seconds_total 1.0");
    }
  }

  @Test
  void shouldReportLiveness() throws Exception {
    assertThat(get("/health", 200).replaceAll("(free_bytes\" : )\\d+", "$1N"))
        .isEqualTo(
            """
            {
              "status" : "alive",
              "phase" : "ready",
              "store" : {
                "state" : "open",
                "writable" : true,
                "background_errors" : 0,
                "disk" : {
                  "state" : "ok",
                  "free_bytes" : N,
                  "reserved_bytes" : 0
                }
              }
            }
            """);
  }

  @Test
  void shouldBeReadyOnlyWhileItAcceptsRequests() throws Exception {
    assertThat(get("/ready", 200)).contains("\"ready\" : true");
    view.enter(ServerPhase.DRAINING);
    assertThat(get("/ready", 503)).contains("\"ready\" : false").contains("\"draining\"");
    assertThat(get("/health", 200)).contains("\"draining\"");
  }

  @Test
  void shouldRespondWhenTheDatabaseIsClosed() throws Exception {
    view.enter(ServerPhase.DRAINING);
    view.database().close();
    assertThat(get("/health", 200)).contains("\"state\" : \"closing\"");
    assertThat(get("/ready", 503)).contains("\"ready\" : false");
    assertThat(get("/metrics", 200)).contains("colonnade_ranges 1.0");
    get("/_status/server", 200);
  }

  @Test
  void shouldReportTheServersProperties() throws Exception {
    assertThat(get("/_status/server", 200))
        .contains("\"version\" : \"1.2.3\"")
        .contains("\"commit\" : \"abcdef\"")
        .contains("\"uptime_seconds\" : 90,")
        .contains("\"port\" : 7420")
        .contains("\"port\" : " + port.address().getPort())
        .contains("\"id\" : \"" + view.database().identity().id() + "\"")
        .contains("\"key\" : \"listen.host\"")
        .contains("\"origin\" : \"default\"");
  }

  @Test
  void shouldListTablesAndRanges() throws Exception {
    try (Session session = view.database().session("test")) {
      Table table = session.define(catalog -> catalog.createTable("orders", ORDERS));
      for (long id = 0; id < 10; id++) {
        RowBatch batch = session.newBatch(table);
        RowWriter row = batch.row();
        row.putObject(0, id);
        row.putObject(1, BigDecimal.ONE);
        session.write(batch.insert()).join();
      }
      session.splitAt(table, List.of(table.format().keyCodec().encode(5L)));
    }
    assertThat(get("/_status/tables", 200))
        .contains("\"name\" : \"orders\"")
        .contains("\"type\" : \"NUMERIC(15,2)\"")
        .contains("\"range_count\" : 2")
        .contains("\"live_rows\" : 10");
    assertThat(get("/_status/ranges", 200))
        .contains("\"range_count\" : 4")
        .contains("\"truncated\" : false")
        .contains("\"table\" : \"orders\"")
        .contains("\"table\" : null")
        .contains("\"live_rows\" : 5")
        .contains("\"end\" : \"infinity\"");
  }

  @Test
  void shouldListSequences() throws Exception {
    try (Session session = view.database().session("test")) {
      Table table = session.define(catalog -> catalog.createTable("orders", ORDERS));
      OwningColumn owner = new OwningColumn(table.id(), table.schema().columns().getFirst().id());
      SequenceOptions options = SequenceOptions.builder().increment(-5).ownedBy(owner).build();
      Sequence ids = session.defineSequence(sequences -> sequences.create("ids", options));
      assertThat(session.sequences().next(ids, Long.MAX_VALUE).join()).isEqualTo(-1);
    }
    assertThat(get("/_status/sequences", 200))
        .contains("\"sequence_count\" : 1")
        .contains("\"name\" : \"ids\"")
        .contains("\"type\" : \"bigint\"")
        .contains("\"increment\" : -5")
        .contains("\"min\" : -9223372036854775808")
        .contains("\"owned_by\" : \"orders.%s\"".formatted(ORDERS.columns().getFirst().name()))
        .contains("\"is_called\" : true")
        .contains("\"refills\" : 1");
  }

  @Test
  void shouldPaginateRanges() throws Exception {
    createNumbers("numbers", 7);
    List<String> starts = new ArrayList<>();
    String next = "0x";
    while (next != null) {
      JsonNode page = json("/_status/ranges?limit=3&from=" + next);
      assertThat(page.get("ranges").size()).isBetween(1, 3);
      page.get("ranges").forEach(range -> starts.add(range.get("start").asText()));
      next = page.get("truncated").asBoolean() ? page.get("next").asText() : null;
    }
    JsonNode all = json("/_status/ranges");
    assertThat(all.get("next").isNull()).isTrue();
    assertThat(all.get("range_count").asInt()).isEqualTo(starts.size()).isGreaterThan(7);
    assertThat(starts).doesNotHaveDuplicates().isSorted();
    JsonNode range = all.get("ranges").get(2);
    assertThat(range.get("table").asText()).isEqualTo("numbers");
    assertThat(range.get("max_bytes").asLong()).isEqualTo(256L << 20);
    assertThat(range.get("pending").isNull()).isTrue();
  }

  @Test
  void shouldRejectInvalidQueries() throws Exception {
    assertThat(get("/_status/ranges?limit=0", 400)).contains("limit=0");
    assertThat(get("/_status/ranges?limit=ten", 400)).contains("limit=ten");
    assertThat(get("/_status/ranges?from=abc", 400)).contains("from=abc");
    assertThat(get("/_status/ranges?from=0x0", 400)).contains("from=0x0");
    assertThat(get("/_status/splits?limit=-1", 400)).contains("limit=-1");
  }

  @Test
  void shouldReportSplits() throws Exception {
    JsonNode splits = json("/_status/splits");
    assertThat(splits.get("splits").asInt()).isZero();
    assertThat(splits.get("queue").get("concurrency").asInt()).isEqualTo(4);
    assertThat(splits.get("queue").get("waiting").asInt()).isZero();
    assertThat(splits.get("pending").size()).isZero();
    assertThat(splits.get("recent").size()).isZero();
    fillUntilSplit();
    JsonNode after = json("/_status/splits");
    assertThat(after.get("splits").asInt()).isPositive();
    assertThat(after.get("changes").get("size").asInt()).isPositive();
    assertThat(after.get("exclusive_sections").get("count").asInt()).isPositive();
    JsonNode change = after.get("recent").get(0);
    assertThat(change.get("reason").asText()).isEqualTo("size");
    assertThat(change.get("ranges_after").asInt()).isGreaterThan(1);
  }

  @Test
  void shouldRenderTheChartOfRanges() throws Exception {
    createNumbers("<b>numbers</b>", 5);
    assertThat(get("/console/ranges", 200))
        .startsWith("<!DOCTYPE html>")
        .contains("default-src 'none'")
        .doesNotContain("http://", "https://", "innerHTML")
        .doesNotContain("<b>numbers</b>");
    JsonNode data = json("/console/ranges.json");
    int count = data.get("range_count").asInt();
    assertThat(data.get("ranges_per_bar").asInt()).isEqualTo(1);
    for (String column : List.of("id", "table", "bytes", "limit", "pending")) {
      assertThat(data.get(column).size()).as(column).isEqualTo(count);
    }
    assertThat(data.get("tables").get(0).asText()).isEqualTo("<b>numbers</b>");
    assertThat(data.get("limit").get(0).asLong()).isEqualTo(256L << 20);
  }

  @Test
  void shouldNameTheSchemaAndTheDatabaseOfATable() throws Exception {
    try (Session session = view.database().session("postgres")) {
      session.sql().execute("create schema sales").close();
      session.sql().execute("create database shop").close();
    }
    split("colonnade", "orders");
    split("colonnade", "sales.orders");
    split("shop", "orders");
    JsonNode data = json("/console/ranges.json");
    List<String> names = new ArrayList<>();
    data.get("tables").forEach(name -> names.add(name.asText()));
    assertThat(names).containsExactlyInAnyOrder("orders", "sales.orders", "shop.public.orders");
    List<String> tables = new ArrayList<>();
    json("/_status/ranges").get("ranges").forEach(range -> tables.add(range.get("table").asText()));
    assertThat(tables).contains("orders", "sales.orders", "shop.public.orders");
  }

  private void split(String database, String table) {
    try (Session session = view.database().session("postgres", database)) {
      session.sql().execute("create table " + table + " (id bigint primary key)").close();
      session.sql().execute("alter table " + table + " split at (10), (20)").close();
    }
  }

  @Test
  void shouldListAHundredThousandRanges() throws Exception {
    int splitCount = 100_000;
    long start = System.nanoTime();
    createNumbers("numbers", splitCount);
    long created = System.nanoTime();
    String data = get("/console/ranges.json", 200);
    long rendered = System.nanoTime();
    JsonNode bars = new ObjectMapper().readTree(data);
    int count = bars.get("range_count").asInt();
    assertThat(count).isGreaterThan(splitCount);
    assertThat(bars.get("ranges_per_bar").asInt())
        .isEqualTo(Math.ceilDiv(count, RangeConsole.BARS_MAX));
    assertThat(bars.get("bytes").size()).isLessThanOrEqualTo(RangeConsole.BARS_MAX);
    assertThat(data.length()).as("bytes of the chart").isLessThan(1_000_000);

    int listed = 0;
    String next = "0x";
    while (next != null) {
      JsonNode page = json("/_status/ranges?from=" + next);
      assertThat(page.get("range_count").asInt()).isEqualTo(count);
      assertThat(page.get("ranges").size()).isLessThanOrEqualTo(RangePages.RANGES_MAX);
      listed += page.get("ranges").size();
      next = page.get("truncated").asBoolean() ? page.get("next").asText() : null;
    }
    assertThat(listed).isEqualTo(count);
    System.out.printf(
        "AdminPortTest ranges=%d createdMillis=%d renderedMillis=%d chartBytes=%d"
            + " allPagesMillis=%d%n",
        count,
        (created - start) / 1_000_000,
        (rendered - created) / 1_000_000,
        data.length(),
        (System.nanoTime() - rendered) / 1_000_000);
  }

  @Test
  void shouldLeadToTheConsole() throws Exception {
    assertThat(get("/", 200)).isEqualTo(get("/console", 200)).contains("/console/console.js");
  }

  /** Creates an empty table that is split at {@code splitCount} keys. */
  private void createNumbers(String name, int splitCount) {
    try (Session session = view.database().session("test")) {
      Table table = session.define(catalog -> catalog.createTable(name, ORDERS));
      session.splitAt(
          table,
          LongStream.rangeClosed(1, splitCount)
              .mapToObj(id -> table.format().keyCodec().encode(id))
              .toList());
    }
  }

  /** Lowers the size limit, writes beyond it, and waits for the split. */
  private void fillUntilSplit() {
    view.database().splits().changeDefaultLimits(RangeLimits.ofMaxBytes(64 << 10));
    try (Session session = view.database().session("test")) {
      Table table = session.define(catalog -> catalog.createTable("orders", ORDERS));
      RowBatch batch = session.newBatch(table);
      for (long id = 0; id < 5_000; id++) {
        RowWriter row = batch.row();
        row.putObject(0, id);
        row.putObject(1, BigDecimal.ONE);
        batch.insert();
      }
      session.write(batch).join();
    }
    assertThat(view.database().splits().awaitIdle(Duration.ofMinutes(2))).isTrue();
  }

  private JsonNode json(String path) throws Exception {
    return new ObjectMapper().readTree(get(path, 200));
  }

  private String get(String path, int status) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + port.address().getPort() + path))
                  .timeout(Duration.ofMinutes(2))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(status);
      return answer.body();
    }
  }
}
