package dev.colonnade.server.admin.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Console in headless Chromium, with a password, data, and names that are markup. Skipped where
 * Chromium does not exist. {@code -Dcolonnade.screenshots=FOLDER} writes the images of the
 * documentation.
 */
@Tag("integration")
final class ConsoleBrowserTest {
  private static final String PASSWORD = "long & secret";
  private static final List<String> PAGES =
      List.of(
          "overview",
          "statements",
          "sessions",
          "tables",
          "ranges",
          "sequences",
          "storage",
          "replication",
          "settings",
          "query");

  /** Markup that runs a script if it is parsed as HTML. */
  private static final String MARKUP = "<img src=x onerror=alert(1)>";

  private static final int PHONE_WIDTH = 360;

  /** Contrast of text that WCAG requires at least, level AA. */
  private static final double CONTRAST_MIN = 4.5;

  @TempDir static Path folder;

  private static Server server;
  private static Chromium chromium;
  private static BrowserPage page;

  @BeforeAll
  static void start() throws Exception {
    Optional<Path> program = Chromium.find();
    assumeTrue(program.isPresent(), "there is no Chromium in PATH");
    Path users = folder.resolve("users.txt");
    Files.writeString(users, "\"postgres\" \"" + PASSWORD + "\"\n");
    server =
        Server.start(
            TestServers.config(folder.resolve("store"))
                .withSecurity(
                    new SecurityConfig(
                        AuthenticationMode.SCRAM, Optional.of(users), Optional.empty())),
            List.of());
    fill();
    chromium = Chromium.start(program.get(), folder.resolve("profile"));
    page = chromium.page();
    page.open(address("/"));
    page.await("document.querySelector('.error')");
    assertThat(page.text(".error")).startsWith("401 ");
    assertThat(page.takeErrors()).isNotEmpty().allMatch(it -> it.contains("401 (Unauthorized)"));
    page.enter("postgres", PASSWORD);
  }

  @AfterAll
  static void stop() throws Exception {
    if (page != null) {
      page.close();
    }
    if (chromium != null) {
      chromium.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private static String address(String path) {
    return "http://127.0.0.1:" + server.httpAddress().getPort() + path;
  }

  private static Connection connect(String application) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/colonnade?user=postgres&password=%s&ApplicationName=%s"
            .formatted(
                server.pgAddress().getPort(),
                PASSWORD.replace("&", "%26"),
                application.replace("=", "%3D")));
  }

  private static void fill() throws SQLException {
    try (Connection connection = connect("fill");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, country text"
              + " NOT NULL, amount numeric(10, 2) NOT NULL)");
      statement.execute("CREATE INDEX orders_country ON orders (country)");
      statement.execute(
          "INSERT INTO orders (country, amount) SELECT (array['Brazil', 'Chile', 'Ghana', 'India',"
              + " 'Japan', 'Kenya', 'Norway', 'Peru'])[1 + sqrt(g)::int % 8], g % 997 FROM"
              + " generate_series(1, 5000) AS g");
      statement.execute("CREATE SEQUENCE invoices CACHE 50");
      statement.execute("SELECT nextval('invoices') FROM generate_series(1, 120)");
      statement.execute("CREATE TABLE \"%1$s\" (\"%1$s\" text PRIMARY KEY)".formatted(MARKUP));
      statement.execute("INSERT INTO \"%1$s\" VALUES ('%1$s')".formatted(MARKUP));
      statement.execute("CREATE SEQUENCE \"%s\"".formatted("s" + MARKUP));
      statement.execute("ANALYZE");
    }
  }

  @BeforeEach
  void reset() throws Exception {
    page.resize(1100, 760, false);
    page.prefer("light");
    page.open("about:blank");
    page.await("location.href === 'about:blank'");
  }

  @AfterEach
  void shouldHaveNoErrorsAndRequestNothingElsewhere() {
    assertThat(page.takeErrors()).isEmpty();
    assertThat(page.takeRequests())
        .allMatch(
            it -> it.startsWith(address("/")) || it.equals("data:,") || it.equals("about:blank"));
  }

  private static void show(String name) throws Exception {
    page.open(address("/#" + name));
    String plain = name.split("/", 2)[0];
    page.await("document.querySelector('#main[data-page=" + plain + "] *')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "overview",
        "statements",
        "sessions",
        "tables",
        "ranges",
        "sequences",
        "storage",
        "replication",
        "settings",
        "query"
      })
  void shouldShowThePageOnAPhoneAndInBothColorSchemes(String name) throws Exception {
    show("overview");
    page.click("document.querySelector('nav a[href=\"#" + name + "\"]')");
    page.await("document.querySelector('#main').dataset.page === '" + name + "'");
    assertThat(page.text("nav a[aria-current=page]")).isNotBlank();
    assertThat(page.evaluate("document.querySelectorAll('.error, #main img').length").asInt())
        .isZero();
    assertReadable();
    page.prefer("dark");
    assertThat(
            page.evaluate("luminance(getComputedStyle(document.body).backgroundColor)").asDouble())
        .isLessThan(0.1);
    assertReadable();
    page.resize(PHONE_WIDTH, 740, true);
    assertThat(page.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(PHONE_WIDTH);
  }

  /** Asserts that all visible text has the contrast that WCAG requires. */
  private static void assertReadable() throws Exception {
    JsonNode faint =
        page.evaluate(
            """
            window.luminance = color => color.match(/[\\d.]+/g).slice(0, 3).map(it => it / 255)
              .map(it => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4)
              .reduce((sum, it, i) => sum + it * [0.2126, 0.7152, 0.0722][i], 0);
            window.back = it => it === null ? 'rgb(255, 255, 255)'
              : getComputedStyle(it).backgroundColor.endsWith(', 0)') ? back(it.parentElement)
              : getComputedStyle(it).backgroundColor;
            [...document.querySelectorAll('body *')]
              .filter(it => !it.disabled && it.checkVisibility()
                && [...it.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
              .map(it => ({
                text: it.tagName + ' ' + it.textContent.slice(0, 40),
                values: [luminance(getComputedStyle(it).color), luminance(back(it))].sort()}))
              .filter(it => (it.values[1] + 0.05) / (it.values[0] + 0.05) < %s)
            """
                .formatted(CONTRAST_MIN));
    assertThat(faint).isEmpty();
  }

  @Test
  void shouldLeadToTheConsoleAndLinkItsPages() throws Exception {
    show("overview");
    assertThat(page.evaluate("[...document.querySelectorAll('nav a')].map(it => it.hash.slice(1))"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(PAGES);
    follow("main a[href=\"#tables\"]", "tables");
    assertThat(page.text("#main")).contains("orders_country", "CREATE INDEX");
    follow("main a[href=\"#ranges/orders\"]", "ranges");
    assertThat(page.text("#main")).contains("Ranges of orders");
    page.click("document.querySelector('a[href=\"/console/ranges\"]')");
    page.await("document.querySelector('#state')?.textContent.startsWith('As of')");
    assertThat(page.text("#largest")).contains("orders");
    follow("a[href=\"/console#ranges\"]", "ranges");
    follow("nav a[href=\"#sequences\"]", "sequences");
    assertThat(page.text("#main")).containsPattern("invoices\\s+bigint[^\\n]*\\t50\\t11[0-9]\\t");
    follow("main a[href=\"#tables\"]", "tables");
    page.click("[...document.querySelectorAll('main a')].find(it => it.innerText === 'orders')");
    page.await("document.querySelector('#sql')");
    assertThat(page.evaluate("document.querySelector('#sql').value").asText())
        .isEqualTo("select * from \"public\".\"orders\" limit 100");
    follow("nav a[href=\"#statements\"]", "statements");
    String query = "CREATE SEQUENCE invoices";
    page.click(
        "[...document.querySelectorAll('main a')].find(it => it.innerText.startsWith('"
            + query
            + "'))");
    page.await("document.querySelector('#sql')");
    assertThat(page.evaluate("document.querySelector('#sql').value").asText()).startsWith(query);
  }

  private static void follow(String selector, String name) throws Exception {
    page.click("document.querySelector('" + selector + "')");
    page.await("document.querySelector('#main[data-page=" + name + "] *')");
  }

  private static void enterStatement(String sql) throws Exception {
    show("query");
    page.evaluate("document.querySelector('#sql').select()");
    page.type(sql);
  }

  @Test
  void shouldRunStatementsWithGridChartAndPlan() throws Exception {
    enterStatement("select country, count(*) from orders group by country order by country");
    page.click("document.querySelector('#run')");
    page.await("document.querySelector('#result svg')");
    assertThat(page.text("#result p")).startsWith("SELECT, 8 rows, ");
    assertThat(page.evaluate("document.querySelectorAll('#result tbody tr').length").asInt())
        .isEqualTo(8);
    assertThat(page.text("#result tbody tr")).startsWith("Brazil\t");
    assertThat(page.evaluate("document.querySelectorAll('#result rect.column').length").asInt())
        .isEqualTo(8);
    Screenshots.write("console-query", page);

    page.click("document.querySelector('#explain')");
    page.await("document.querySelector('#result ul.plan')");
    assertThat(page.evaluate("document.querySelectorAll('#result ul.plan ul.plan li').length"))
        .isNotEqualTo(0);
    assertThat(page.text("#result")).contains("on orders").doesNotContain("actual");
    page.click("document.querySelector('#analyze')");
    page.await("document.querySelector('#result').innerText.includes('actual rows')");

    enterStatement("select nothing");
    page.click("document.querySelector('#run')");
    page.await("document.querySelector('#result .error')");
    assertThat(page.text("#result .error"))
        .isEqualTo("column \"nothing\" does not exist (42703, at character 8)");
    enterStatement("delete from orders");
    page.click("document.querySelector('#run')");
    page.await("document.querySelector('#result .error')");
    assertThat(page.text("#result .error")).contains("(25006");
    enterStatement("delete from orders where id < 0");
    page.click("document.querySelector('#write')");
    page.click("document.querySelector('#run')");
    page.await("document.querySelector('#result p')?.innerText.startsWith('DELETE, 0 rows')");
  }

  @Test
  void shouldCancelTheStatementOfTheEditor() throws Exception {
    enterStatement("select pg_sleep(15)");
    page.click("document.querySelector('#run')");
    page.await("document.querySelector('#run').disabled");
    assertThat(page.text("#result")).isEqualTo("running");
    page.await(
        "sql(\"select 1 from pg_stat_activity where query = 'select pg_sleep(15)'\")"
            + ".then(it => window.found = it.rows.length) && window.found");
    page.click("document.querySelector('#cancel')");
    page.await("document.querySelector('#result .error')");
    assertThat(page.text("#result .error"))
        .isEqualTo("canceling statement due to user request (57014)");
    assertThat(page.evaluate("document.querySelector('#run').disabled").asBoolean()).isFalse();
    assertThat(page.evaluate("document.querySelector('#cancel').disabled").asBoolean()).isTrue();
  }

  @Test
  void shouldShowWaitingSessionsAndCancelThem() throws Exception {
    try (Connection holder = connect("orders");
        Connection waiting = connect("invoices");
        Statement hold = holder.createStatement();
        Statement wait = waiting.createStatement()) {
      holder.setAutoCommit(false);
      hold.execute("UPDATE orders SET amount = 1 WHERE id = 7");
      CompletableFuture<Boolean> waits =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return wait.execute("UPDATE orders SET amount = 2 WHERE id = 7");
                } catch (SQLException e) {
                  throw new IllegalStateException(e.getSQLState(), e);
                }
              });
      page.prefer("dark");
      show("sessions");
      page.await(
          "show().then(() => document.querySelector('.arrow')) &&"
              + " document.querySelector('.arrow')");
      assertThat(page.evaluate("document.querySelectorAll('svg .node').length").asInt())
          .isEqualTo(2);
      Screenshots.write("console-sessions", page);
      assertThat(page.text("#main")).contains("invoices", "orders", "idle in transaction");
      show("statements");
      page.click(
          "[...document.querySelectorAll('main tr')]"
              + ".find(it => it.innerText.includes('SET amount = 2')).querySelector('button')");
      assertThatThrownBy(() -> waits.get(60, TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(SQLException.class)
          .cause()
          .hasMessage("57014");
      holder.rollback();
    }
  }

  @Test
  void shouldShowMarkupAsText() throws Exception {
    try (Connection connection = connect(MARKUP);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT '" + MARKUP + "' AS \"" + MARKUP + "\"");
      for (String name : List.of("sessions", "tables", "sequences", "statements")) {
        show(name);
        assertThat(page.text("#main")).as(name).contains(MARKUP);
        assertThat(page.evaluate("document.querySelectorAll('#main img').length").asInt()).isZero();
      }
    }
    show("ranges");
    page.click(
        "[...document.querySelectorAll('main a')].find(it => it.innerText.includes('<img'))");
    page.await("document.querySelector('#main').innerText.includes('Ranges of " + MARKUP + "')");
    enterStatement("select *, 1 as one from \"" + MARKUP + "\"");
    page.click("document.querySelector('#run')");
    page.await("document.querySelector('#result svg')");
    assertThat(page.text("#result th")).isEqualTo(MARKUP);
    assertThat(page.text("#result td")).isEqualTo(MARKUP);
    page.click("document.querySelector('#explain')");
    page.await("document.querySelector('#result ul.plan')");
    assertThat(page.text("#result")).contains("on " + MARKUP);
    page.open(address("/console/ranges"));
    page.await("document.querySelector('#state')?.textContent.startsWith('As of')");
    assertThat(page.text("#largest")).contains(MARKUP);
    assertThat(page.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
  }

  @Test
  void shouldKeepScriptsAndRequestsOfOthersOut() throws Exception {
    show("overview");
    page.evaluate(
        """
        window.violations = [];
        document.addEventListener('securitypolicyviolation', event =>
            violations.push(event.effectiveDirective));
        const script = document.createElement('script');
        script.textContent = 'window.hacked = true';
        const image = document.createElement('img');
        image.src = 'http://127.0.0.1:1/x';
        document.body.append(script, image);
        document.body.setAttribute('onclick', 'window.hacked = true');
        document.body.click();
        fetch('http://127.0.0.1:1/x').catch(() => 0);
        """);
    page.await("violations.length >= 4");
    assertThat(page.evaluate("violations.sort().join()").asText())
        .isEqualTo("connect-src,img-src,script-src-attr,script-src-elem");
    assertThat(page.evaluate("window.hacked === undefined").asBoolean()).isTrue();
    assertThat(page.takeRequests())
        .contains("http://127.0.0.1:1/x"); // which the policy has blocked
    assertThat(page.takeErrors())
        .isNotEmpty()
        .allMatch(it -> it.contains("Content Security Policy"));
  }

  @Test
  void shouldReadPagesAgainWhereTheyAre() throws Exception {
    show("overview");
    page.await("show().then(() => 1) && document.querySelectorAll('polyline').length === 2");
    page.evaluate("show()");
    assertThat(page.evaluate("document.querySelector('polyline').getAttribute('points')").asText())
        .contains(" ");
    Screenshots.write("console-overview", page);
    page.resize(PHONE_WIDTH, 740, true);
    show("tables");
    page.evaluate("document.querySelectorAll('.scroll')[1].scrollLeft = 40");
    page.evaluate("show()");
    assertThat(page.evaluate("document.querySelectorAll('.scroll')[1].scrollLeft").asInt())
        .isEqualTo(40);
  }
}
