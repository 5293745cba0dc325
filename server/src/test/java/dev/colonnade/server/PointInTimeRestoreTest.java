package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.archive.ArchiveConfig;
import dev.colonnade.server.config.ServerConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands restore --archive and archive, with a running server. */
@Tag("integration")
class PointInTimeRestoreTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int run(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private Server start() {
    ServerConfig config = TestServers.config(folder.resolve("store"));
    return Server.start(
        config.withEngine(config.engine().withArchive(ArchiveConfig.to(folder.resolve("archive")))),
        List.of());
  }

  private static String url(Server server) {
    return "jdbc:colonnade://localhost:%d/colonnade".formatted(server.nativeAddress().getPort());
  }

  private static String query(Server server, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(server));
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }

  private static void execute(Server server, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(server));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String metrics(Server server) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://localhost:%d/metrics".formatted(server.httpAddress().getPort())))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  @Test
  void shouldRestoreToATimeBeforeAMistake() throws Exception {
    String before;
    try (Server server = start()) {
      execute(server, "create table item (id bigint primary key)");
      assertThat(run("backup", "--to", path("backups"), "--url", url(server))).isZero();
      execute(server, "insert into item select generate_series(1, 1000)");
      before =
          query(server, "select to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')");
      execute(server, "drop table item");
      assertThat(query(server, "select failed_count from pg_stat_archiver")).isEqualTo("0");
      assertThat(query(server, "select archived_count from pg_stat_archiver")).isEqualTo("0");
      assertThat(metrics(server))
          .contains("colonnade_archive_writing 1", "colonnade_archive_failures_total 0")
          .containsPattern("colonnade_archive_groups_total [1-9]");
    }
    assertThat(run("archive", "--dir", path("archive"), "--check")).isZero();
    assertThat(run("archive", "--dir", path("archive"), "--list")).isZero();
    assertThat(run("archive", "--dir", path("archive"), "--prune", path("backups"))).isZero();
    assertThat(out.toString()).contains("The archive is complete.", "from group 1 ");
    assertThat(
            run(
                "restore",
                "--from",
                path("backups"),
                "--archive",
                path("archive"),
                "--at",
                before + "+00",
                "--store",
                path("restored")))
        .isZero();
    assertThat(out.toString()).contains("groups of the archive, to the commit of ");
    assertThat(run("check", "--store", path("restored"))).isZero();
    assertThat(err.toString()).isEmpty();
    try (Server server = TestServers.start(folder.resolve("restored"))) {
      assertThat(query(server, "select count(*) from item")).isEqualTo("1000");
      assertThat(query(server, "select last_archived_wal from pg_stat_archiver")).isNull();
    }
  }

  @Test
  void shouldReportMistakes() throws Exception {
    try (Server server = start()) {
      assertThat(run("backup", "--to", path("backups"), "--url", url(server))).isZero();
      execute(server, "create table item (id bigint primary key)");
    }
    String[] restore = {"restore", "--from", path("backups"), "--store", path("restored")};
    assertThat(run(with(restore, "--at", "2099-01-01T00:00:00Z")))
        .isEqualTo(ExitStatus.USAGE.number());
    assertThat(run(with(restore, "--archive", path("archive"), "--at", "2099-01-01 00:00:00")))
        .isEqualTo(ExitStatus.USAGE.number());
    assertThat(run(with(restore, "--archive", path("archive"), "--at", "2020-01-01T00:00:00Z")))
        .isEqualTo(ExitStatus.STORE_UNUSABLE.number());
    assertThat(run(with(restore, "--archive", path("archive"), "--at", "2099-01-01T00:00:00Z")))
        .isNotZero();
    assertThat(run(with(restore, "--archive", path("missing"))))
        .isEqualTo(ExitStatus.STORE_UNUSABLE.number());
    assertThat(err.toString())
        .contains(
            "--at requires --archive DIR",
            "--at requires a time with a time zone",
            "there is no backup that is older than the target",
            "the archive ends before the target",
            "there is no archive in this folder");
    assertThat(folder.resolve("restored")).doesNotExist();
  }

  private static String[] with(String[] command, String... options) {
    String[] joined = Arrays.copyOf(command, command.length + options.length);
    System.arraycopy(options, 0, joined, command.length, options.length);
    return joined;
  }
}
