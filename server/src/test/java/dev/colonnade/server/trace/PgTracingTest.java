package dev.colonnade.server.trace;

import static dev.colonnade.server.trace.RecordedSpans.number;
import static dev.colonnade.server.trace.RecordedSpans.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spans of statements of the PostgreSQL protocol. */
class PgTracingTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String PARENT = "00f067aa0ba902b7";
  private static final String TRACEPARENT = "00-" + TRACE + "-" + PARENT + "-01";

  private static final RecordedSpans SPANS = new RecordedSpans();
  @TempDir private static Path folder;

  private static Server server;

  @BeforeAll
  static void start() throws SQLException {
    server = TestServers.start(folder.resolve("store"));
    execute("create table t (a bigint primary key, b text)");
    execute("insert into t select i, 'row ' || i from generate_series(1, 5000) i");
    server.database().context().sql().traceWith(SPANS.tracer(Sampler.alwaysOff()));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void clear() {
    SPANS.clear();
  }

  private static Connection connect(String options) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/colonnade?user=postgres%s"
            .formatted(server.pgAddress().getPort(), options));
  }

  private static void execute(String... statements) throws SQLException {
    try (Connection connection = connect("&preferQueryMode=simple");
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  private static String commented(String sql) {
    return sql + " /*action='x',traceparent='" + TRACEPARENT + "'*/";
  }

  @Test
  void shouldRecordNothingWithoutAParent() throws SQLException {
    execute("select count(*) from t", "insert into t values (10001, 'a')");
    assertThat(SPANS.all()).isEmpty();
  }

  @Test
  void shouldTraceAQueryFromItsTextToItsScan() throws SQLException {
    execute(commented("select sum(a) from t where b <> 'secret'"));

    SpanData statement = SPANS.only("SELECT");
    assertThat(statement.getTraceId()).isEqualTo(TRACE);
    assertThat(statement.getParentSpanId()).isEqualTo(PARENT);
    assertThat(statement.getKind()).isEqualTo(SpanKind.SERVER);
    assertThat(text(statement, "db.system.name")).isEqualTo("colonnade");
    assertThat(text(statement, "db.namespace")).isEqualTo("colonnade");
    assertThat(text(statement, "db.operation.name")).isEqualTo("SELECT");
    assertThat(text(statement, "db.query.text"))
        .isEqualTo("select sum(a) from t where b <> $1")
        .doesNotContain("secret");
    assertThat(number(statement, "db.response.returned_rows")).isEqualTo(1);
    assertThat(SPANS.children(statement)).containsExactly("parse", "plan", "execute");
    SpanData execution = SPANS.only("execute");
    assertThat(SPANS.children(execution)).isNotEmpty().containsOnly("scan");
    SpanData scan = SPANS.named("scan").getFirst();
    assertThat(number(scan, "colonnade.range.count")).isPositive();
    assertThat(number(scan, "colonnade.range.id")).isPositive();
    assertThat(number(scan, "colonnade.scan.pages")).isPositive();
    for (SpanData span : SPANS.all()) {
      assertThat(span.getTraceId()).isEqualTo(TRACE);
      assertThat(span.getStartEpochNanos())
          .isBetween(statement.getStartEpochNanos(), statement.getEndEpochNanos());
      assertThat(span.getEndEpochNanos())
          .isBetween(span.getStartEpochNanos(), statement.getEndEpochNanos());
    }
  }

  @Test
  void shouldTraceACommitAndItsGroup() throws SQLException {
    execute(commented("insert into t values (20001, 'x')"));

    SpanData execution = SPANS.only("execute");
    assertThat(SPANS.children(execution)).contains("commit");
    SpanData commit = SPANS.only("commit");
    assertThat(number(commit, "colonnade.commit.group_size")).isPositive();
    assertThat(SPANS.children(commit)).containsExactly("group write");
    assertThat(number(SPANS.only("group write"), "colonnade.commit.bytes")).isPositive();
  }

  @Test
  void shouldTraceTheCommitOfABlock() throws SQLException {
    execute("begin", "insert into t values (30001, 'x')", commented("commit"));
    SpanData statement = SPANS.only("COMMIT");
    assertThat(SPANS.children(SPANS.only("execute"))).containsExactly("commit");
    assertThat(statement.getTraceId()).isEqualTo(TRACE);
  }

  @Test
  void shouldRecordTheStateOfAFailureWithoutItsMessage() {
    assertThatThrownBy(() -> execute(commented("insert into t values (1, 'secret')")))
        .isInstanceOf(SQLException.class);
    SpanData statement = SPANS.only("INSERT");
    assertThat(statement.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(text(statement, "db.response.status_code")).isEqualTo("23505");
    assertThat(text(statement, "error.type")).isEqualTo("23505");
    assertThat(SPANS.all().toString()).doesNotContain("secret");
  }

  @Test
  void shouldRecordTheFailureOfReadingRows() {
    assertThatThrownBy(() -> execute(commented("select 1 / (a - 4000) from t")))
        .isInstanceOf(SQLException.class);
    assertThat(text(SPANS.only("SELECT"), "db.response.status_code")).isEqualTo("22012");
  }

  @Test
  void shouldTraceFailuresBeforeTheExecution() {
    assertThatThrownBy(() -> execute(commented("selec 1"))).isInstanceOf(SQLException.class);
    assertThat(text(SPANS.only("PARSE"), "db.response.status_code")).isEqualTo("42601");
    SPANS.clear();
    assertThatThrownBy(() -> execute(commented("select * from missing")))
        .isInstanceOf(SQLException.class);
    assertThat(text(SPANS.only("PARSE"), "db.response.status_code")).isEqualTo("42P01");
  }

  @Test
  void shouldFollowTheSetting() throws SQLException {
    execute(
        "set colonnade.traceparent = '" + TRACEPARENT + "'",
        "select 7",
        "reset colonnade.traceparent",
        "select 8");
    assertThat(SPANS.only("SELECT").getTraceId()).isEqualTo(TRACE);
  }

  @Test
  void shouldIgnoreAnInvalidSetting() throws SQLException {
    execute("set colonnade.traceparent = 'nonsense'", "select 7");
    assertThat(SPANS.all()).isEmpty();
  }

  @Test
  void shouldTracePreparedStatements() throws SQLException {
    try (Connection connection = connect("&prepareThreshold=1");
        PreparedStatement query =
            connection.prepareStatement(commented("select b from t where a = ?"))) {
      for (long key = 1; key <= 3; key++) {
        query.setLong(1, key);
        try (ResultSet rows = query.executeQuery()) {
          assertThat(rows.next()).isTrue();
        }
      }
    }
    assertThat(SPANS.named("SELECT")).hasSize(3);
    assertThat(SPANS.named("PREPARE")).isNotEmpty();
    assertThat(SPANS.children(SPANS.named("PREPARE").getFirst())).contains("parse", "plan");
    assertThat(SPANS.named("SELECT"))
        .allSatisfy(
            span ->
                assertThat(text(span, "db.query.text")).isEqualTo("select b from t where a = $1"));
  }

  @Test
  void shouldTraceCopy() throws Exception {
    try (Connection connection = connect("")) {
      org.postgresql.copy.CopyManager copies =
          connection.unwrap(org.postgresql.PGConnection.class).getCopyAPI();
      copies.copyIn(
          commented("copy t from stdin"), new java.io.StringReader("40001\tx\n40002\ty\n"));
    }
    SpanData copy = SPANS.only("COPY");
    assertThat(number(copy, "db.response.returned_rows")).isEqualTo(2);
    assertThat(SPANS.names()).contains("commit");
    assertThat(List.copyOf(SPANS.named("execute"))).hasSize(1);
  }
}
