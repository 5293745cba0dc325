package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests of the log of slow statements. */
class SlowStatementLogTest {
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.colonnade.statement");
  private Database database;
  private Session session;

  @BeforeEach
  void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.login("postgres", "colonnade");
    run("create table slow_table (id int primary key, word text)");
    appender.start();
    logger.setLevel(ch.qos.logback.classic.Level.INFO);
    logger.addAppender(appender);
  }

  @AfterEach
  void close() {
    logger.detachAppender(appender);
    session.close();
    database.close();
  }

  private void run(String text, @Nullable Object... parameters) {
    session.sql().execute(text, parameters).toList();
  }

  private List<String> lines(String part) {
    return appender.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(line -> line.contains(part))
        .toList();
  }

  @Test
  void shouldLogNothingByDefault() {
    run("select 'nothing' from slow_table");
    assertThat(lines("nothing")).isEmpty();
  }

  @Test
  void shouldLogStatementsOfTheThresholdOnly() {
    run("set log_min_duration_statement = '50ms'");
    run("select 'quick' from slow_table");
    run("select pg_sleep(0.06), 'late'\n from (values (1)) v");

    assertThat(lines("quick")).isEmpty();
    assertThat(lines("late"))
        .singleElement()
        .asString()
        .contains("session=" + session.sql().number())
        .contains("user=\"postgres\"")
        .contains("rows=1")
        .contains("text=select pg_sleep(0.06), 'late'  from (values (1)) v");
  }

  @Test
  void shouldLogPlansAndParametersIfRequested() {
    run("set log_min_duration_statement = 0");
    run("select word from slow_table where id = $1", 4711);
    run("set auto_explain.log_min_duration = 0");
    run("set log_parameter_max_length = 2");
    run("select id from slow_table where id > $1", 4712);

    assertThat(lines("select word").getFirst()).doesNotContain("4711").doesNotContain("\n");
    assertThat(lines("select id").getFirst())
        .contains("parameters=[$1 = '47...']")
        .containsPattern("\n\t.*Scan.* on slow_table");
  }

  @Test
  void shouldNotLogPasswords() {
    run("set log_min_duration_statement = 0");
    run("create role r password 'hush'");
    assertThat(lines("create role")).singleElement().asString().contains("password '***'");
    assertThat(lines("hush")).isEmpty();
  }

  @Test
  void shouldLetOnlySuperusersSetThresholds() {
    run("create role low login");
    try (Session low = database.login("low", "colonnade")) {
      for (String text :
          List.of(
              "set log_min_duration_statement = 0",
              "reset log_min_duration_statement",
              "select set_config('auto_explain.log_min_duration', '0', false)",
              "set local pg_stat_statements.track = none")) {
        assertThatThrownBy(() -> low.sql().execute(text).toList())
            .as(text)
            .isInstanceOfSatisfying(
                ColonnadeException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INSUFFICIENT_PRIVILEGE));
      }
    }
  }
}
