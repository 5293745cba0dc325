package dev.colonnade.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.colonnade.server.admin.http.HttpStatistics;
import dev.colonnade.server.admin.metrics.ServerMeters;
import dev.colonnade.server.config.MetricsConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.storage.cluster.ClusterStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the dashboards of Grafana and the alert rules of Prometheus against the metrics. */
final class MonitoringFilesTest {
  private static final Path DASHBOARDS = Path.of("..", "docker", "grafana", "dashboards");
  private static final Path PROMETHEUS = Path.of("..", "docker", "prometheus");
  private static final Path COMPOSE = Path.of("..", "docker", "compose.yml");
  private static final Pattern METRIC = Pattern.compile("\\bcolonnade_[a-z_]+");
  private static final long LIMIT_SECONDS = 60;

  @TempDir private Path folder;

  private FakeAdminView view;
  private final ServerMeters meters = new ServerMeters(MetricsConfig.DEFAULT);

  @BeforeEach
  void open() {
    view = new FakeAdminView(folder.resolve("store"));
    view.join(
        new ClusterStatus(
            "b",
            ClusterStatus.Role.LEADER,
            7,
            "a",
            new ClusterStatus.Positions(120, 100, 90, 0, 5 << 20),
            new ClusterStatus.Work(5, 2_000_000_000, 100, 1_000_000_000),
            List.of(new ClusterStatus.Member(new ClusterPeer("a", "h1", 7490), 120))));
    meters.watch(view, () -> new HttpStatistics(1, 2, 3, 4));
    assertThat(meters.flight()).isNotNull();
  }

  @AfterEach
  void close() {
    meters.close();
    view.close();
  }

  private String page() {
    return new String(meters.page(true).body(), UTF_8);
  }

  /** Returns the names of all series. */
  private Set<String> series() {
    return page()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("[ {]", 2)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Path> dashboards() throws IOException {
    try (Stream<Path> files = Files.list(DASHBOARDS)) {
      return files.sorted().toList();
    }
  }

  /** Returns the texts of all fields of a name in a JSON file. */
  private static List<String> fields(Path file, String name) throws IOException {
    List<String> values = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME && json.currentName().equals(name)) {
          json.nextToken();
          values.add(json.getText());
        }
      }
    }
    return values;
  }

  @Test
  void shouldHaveADashboardForEachSubject() throws Exception {
    List<Path> dashboards = dashboards();
    assertThat(dashboards)
        .extracting(file -> String.valueOf(file.getFileName()))
        .containsExactly(
            "colonnade-ranges.json",
            "colonnade-replication.json",
            "colonnade-sequences.json",
            "colonnade-sql.json",
            "colonnade-storage.json",
            "colonnade-transactions.json",
            "colonnade.json");
    for (Path file : dashboards) {
      List<String> ids = fields(file, "id");
      assertThat(ids).as("%s", file).hasSizeGreaterThan(8).doesNotHaveDuplicates();
      String name = String.valueOf(file.getFileName());
      assertThat(fields(file, "uid")).contains(name.replace(".json", ""), "${datasource}");
      assertThat(fields(file, "allValue")).containsExactly(".*");
    }
    assertThat(Files.readString(COMPOSE)).contains("/var/lib/grafana/dashboards/colonnade.json");
  }

  @Test
  void shouldShowExistingMetricsOnly() throws Exception {
    Set<String> series = series();
    Set<String> shown = new HashSet<>();
    for (Path file : dashboards()) {
      for (String expression : fields(file, "expr")) {
        List<String> names = names(expression);
        assertThat(expression).containsPattern("\\b(colonnade|jvm|process|system)_");
        assertThat(series).as("%s: %s", file, expression).containsAll(names);
        assertThat(expression).contains("instance=~\"$instance\"");
        shown.addAll(names);
      }
    }
    Set<String> missing = new TreeSet<>(series);
    missing.removeIf(name -> !name.startsWith("colonnade_"));
    missing.removeAll(shown);
    // The rest is of use in queries, not in pictures.
    assertThat(missing)
        .containsExactlyInAnyOrder(
            "colonnade_build",
            "colonnade_column_cache_blocks",
            "colonnade_column_cache_refusals_total",
            "colonnade_connections_opened_total",
            "colonnade_connections_refused_total",
            "colonnade_direct_memory_limit_bytes",
            "colonnade_direct_memory_peak_bytes",
            "colonnade_http_connections_refused_total",
            "colonnade_http_connections_timed_out_total",
            "colonnade_http_requests_total",
            "colonnade_read_encoded_bytes_total",
            "colonnade_read_pages_total",
            "colonnade_read_scanned_bytes_total",
            "colonnade_request_seconds_max",
            "colonnade_store_keys_estimate",
            "colonnade_written_bytes_total");
  }

  /** Returns the metrics of an expression that exist before the first garbage collection. */
  private static List<String> names(String expression) {
    return Pattern.compile("\\b(colonnade|jvm|process|system)_[a-z0-9_]+")
        .matcher(expression)
        .results()
        .map(MatchResult::group)
        .filter(name -> !name.startsWith("jvm_gc_pause_"))
        .toList();
  }

  @Test
  void shouldTestEveryAlertRule() throws Exception {
    List<String> alerts = values(PROMETHEUS.resolve("alerts.yml"), "- alert: ");
    assertThat(alerts).hasSizeGreaterThan(15).doesNotHaveDuplicates();
    Path tests = PROMETHEUS.resolve("alerts.test.yml");
    assertThat(values(tests, "- name: ")).containsExactlyElementsOf(alerts);
    assertThat(values(tests, "alertname: ")).hasSize(2 * alerts.size());
    Set<String> series = series();
    for (Path file : List.of(PROMETHEUS.resolve("alerts.yml"), tests)) {
      for (String name :
          METRIC.matcher(Files.readString(file)).results().map(MatchResult::group).toList()) {
        assertThat(series).as("%s", file).contains(name);
      }
    }
  }

  private static List<String> values(Path file, String key) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(String::strip)
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(key.length()))
          .toList();
    }
  }

  @Test
  void shouldHaveMetricsThatPromtoolAccepts() throws Exception {
    assumePromtool();
    assertThat(promtool(page(), "check", "metrics")).isEmpty();
  }

  @Test
  void shouldPassTheTestsOfItsAlertRules() throws Exception {
    assumePromtool();
    assertThat(promtool("", "check", "rules", PROMETHEUS.resolve("alerts.yml").toString()))
        .contains("SUCCESS");
    assertThat(promtool("", "test", "rules", PROMETHEUS.resolve("alerts.test.yml").toString()))
        .contains("SUCCESS");
  }

  @Test
  void shouldHaveDashboardsWithValidExpressions() throws Exception {
    assumePromtool();
    StringBuilder rules = new StringBuilder("groups:\n  - name: dashboards\n    rules:\n");
    int count = 0;
    for (Path file : dashboards()) {
      for (String expression : fields(file, "expr")) {
        String plain = expression.replace("$__rate_interval", "1m").replace("$instance", ".*");
        rules.append("      - record: shown:").append(count++).append("\n        expr: '");
        rules.append(plain.replace("'", "''")).append("'\n");
      }
    }
    Path file = Files.writeString(folder.resolve("rules.yml"), rules);
    assertThat(promtool("", "check", "rules", file.toString()))
        .contains("SUCCESS: " + count + " rules found");
  }

  private static void assumePromtool() throws InterruptedException {
    boolean isInstalled;
    try {
      isInstalled =
          new ProcessBuilder(command(), "--version")
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .redirectError(ProcessBuilder.Redirect.DISCARD)
                  .start()
                  .waitFor()
              == 0;
    } catch (IOException missing) {
      isInstalled = false;
    }
    assumeTrue(isInstalled, "promtool is not installed (package prometheus), nor in PROMTOOL");
  }

  private static String command() {
    return System.getenv().getOrDefault("PROMTOOL", "promtool");
  }

  /** Returns what promtool prints; fails if its exit status is not 0. */
  private static String promtool(String input, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of(command()));
    line.addAll(List.of(arguments));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(UTF_8));
    }
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}
