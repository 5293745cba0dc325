package dev.colonnade.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.colonnade.server.admin.metrics.ServerMeters;
import dev.colonnade.server.config.HttpConfig;
import dev.colonnade.server.config.ListenConfig;
import dev.colonnade.server.config.MetricsConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the console's files and of its statements. */
class ConsoleTest {
  private static final String JSON = "application/json";

  private final HttpClient client = HttpClient.newHttpClient();
  private FakeAdminView view;
  private ServerMeters meters;
  private AdminPort port;

  @BeforeEach
  void open(@TempDir Path folder) {
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

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + port.address().getPort() + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder statement(String sql, String more) throws Exception {
    String text = new ObjectMapper().writeValueAsString(sql);
    return request("/_sql")
        .header("content-type", JSON)
        .POST(HttpRequest.BodyPublishers.ofString("{\"sql\": " + text + more + "}"));
  }

  private JsonNode execute(String sql, String more) throws Exception {
    HttpResponse<String> response = send(statement(sql, more));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return new ObjectMapper().readTree(response.body());
  }

  @Test
  void shouldLoadNothingFromOtherHosts() throws Exception {
    for (String path : new String[] {"/console", "/console/console.css", "/console/console.js"}) {
      HttpResponse<String> file = send(request(path));
      assertThat(file.statusCode()).isEqualTo(200);
      assertThat(file.body().replace("http://www.w3.org/2000/svg", ""))
          .doesNotContain("http://", "https://", "innerHTML", "eval(", "onclick=\"");
      assertThat(file.headers().firstValue("content-security-policy").orElseThrow())
          .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe-inline");
    }
  }

  @Test
  void shouldReturnRows() throws Exception {
    JsonNode result =
        execute(
            "select 1 a, 'x' b, null c, true d, 9007199254740993 e, 1.50 f, date '2026-01-02' g",
            "");
    assertThat(result.get("rows").toString())
        .isEqualTo("[[1,\"x\",null,true,\"9007199254740993\",\"1.50\",\"2026-01-02\"]]");
    assertThat(result.get("columns").get(0).get("name").asText()).isEqualTo("a");
    assertThat(result.get("cut").asBoolean()).isFalse();
  }

  @Test
  void shouldCutResults() throws Exception {
    JsonNode result = execute("select generate_series(1, 100)", ", \"rows\": 10");
    assertThat(result.get("rows").size()).isEqualTo(10);
    assertThat(result.get("cut").asBoolean()).isTrue();
    assertThat(send(statement("select 1", ", \"rows\": 10001")).statusCode()).isEqualTo(400);
  }

  @Test
  void shouldWriteOnlyIfRequested() throws Exception {
    assertThat(execute("create table t (id int primary key)", "").get("sqlstate").asText())
        .isEqualTo("25006");
    execute("create table t (id int primary key)", ", \"write\": true");
    assertThat(execute("insert into t values (1), (2)", ", \"write\": true").get("count").asInt())
        .isEqualTo(2);
    assertThat(execute("insert into t values (3)", "").get("sqlstate").asText()).isEqualTo("25006");
  }

  @Test
  void shouldReportErrorsOfStatements() throws Exception {
    JsonNode result = execute("select nothing", "");
    assertThat(result.get("sqlstate").asText()).isEqualTo("42703");
    assertThat(result.get("position").asInt()).isEqualTo(8);
  }

  @Test
  void shouldCancelRunningStatements() throws Exception {
    CompletableFuture<HttpResponse<String>> byId =
        client.sendAsync(
            statement("select pg_sleep(60)", ", \"id\": \"7\"").build(),
            HttpResponse.BodyHandlers.ofString());
    CompletableFuture<HttpResponse<String>> byProcess =
        client.sendAsync(
            statement("select pg_sleep(61)", "").build(), HttpResponse.BodyHandlers.ofString());
    assertThat(cancel("8")).contains("false");
    while (!cancel("7").contains("true")) {
      Thread.sleep(10);
    }
    assertThat(byId.get().body()).contains("canceling statement due to user request", "57014");
    assertThat(cancel("7")).contains("false");

    String pids = "select pid from pg_stat_activity where query = 'select pg_sleep(61)'";
    JsonNode running = execute(pids, "");
    while (running.get("rows").isEmpty()) {
      running = execute(pids, "");
    }
    int pid = running.get("rows").get(0).get(0).asInt();
    assertThat(execute("select pg_cancel_backend(" + pid + ")", "").get("rows").toString())
        .isEqualTo("[[true]]");
    assertThat(byProcess.get().body()).contains("canceling statement due to user request", "57014");
  }

  private String cancel(String id) throws Exception {
    HttpResponse<String> response =
        send(
            request("/_sql/cancel")
                .header("content-type", JSON)
                .POST(HttpRequest.BodyPublishers.ofString("{\"id\": \"" + id + "\"}")));
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body();
  }

  @Test
  void shouldRefuseMalformedIds() throws Exception {
    for (String body : new String[] {"", "{}", "[]", "{\"id\": 7}", "{\"id\": \"7\", \"a\": 1}"}) {
      assertThat(
              send(request("/_sql/cancel")
                      .header("content-type", JSON)
                      .POST(HttpRequest.BodyPublishers.ofString(body)))
                  .statusCode())
          .as(body)
          .isEqualTo(400);
    }
    assertThat(send(statement("select 1", ", \"id\": \"" + "x".repeat(65) + "\"")).statusCode())
        .isEqualTo(400);
  }

  @Test
  void shouldRefuseRequestsOfOtherOrigins() throws Exception {
    String own = "http://127.0.0.1:" + port.address().getPort();
    assertThat(send(statement("select 1", "").header("origin", own)).statusCode()).isEqualTo(200);
    for (String foreign : new String[] {"http://127.0.0.1:1", "https://evil.test", "null"}) {
      assertThat(send(statement("select 1", "").header("origin", foreign)).statusCode())
          .as(foreign)
          .isEqualTo(403);
    }
    assertThat(send(statement("select 1", "").header("sec-fetch-site", "cross-site")).statusCode())
        .isEqualTo(403);
  }

  @Test
  void shouldRefuseOtherMediaTypesMethodsAndBodies() throws Exception {
    HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString("{\"sql\": \"select 1\"}");
    for (String type : new String[] {"text/plain", "application/x-www-form-urlencoded", ""}) {
      HttpRequest.Builder request = request("/_sql").POST(body);
      if (!type.isEmpty()) {
        request.header("content-type", type);
      }
      assertThat(send(request).statusCode()).as(type).isEqualTo(415);
    }
    HttpResponse<String> read = send(request("/_sql"));
    assertThat(read.statusCode()).isEqualTo(405);
    assertThat(read.headers().firstValue("allow")).hasValue("POST");
    HttpResponse<String> written = send(request("/health").POST(body));
    assertThat(written.statusCode()).isEqualTo(405);
    assertThat(written.headers().firstValue("allow")).hasValue("GET, HEAD");
    for (String text : new String[] {"", "[]", "{}", "{\"sql\": 1, \"other\": 2}", "{\"sql\""}) {
      assertThat(
              send(request("/_sql")
                      .header("content-type", JSON)
                      .POST(HttpRequest.BodyPublishers.ofString(text)))
                  .statusCode())
          .as(text)
          .isEqualTo(400);
    }
    assertThat(send(statement("select '" + "x".repeat(9000) + "'", "")).statusCode())
        .isEqualTo(413);
  }
}
