package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.TestDatabases;
import dev.colonnade.sql.result.SqlResult;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of roles and databases: precedence at login, rights, catalog tables, and restart. */
final class StoredSettingsTest {
  @TempDir private Path folder;
  private Database database;
  private Session postgres;

  @BeforeEach
  void open() {
    database = TestDatabases.open(folder);
    postgres = database.login("postgres", "colonnade");
    run(postgres, "CREATE ROLE ann LOGIN");
  }

  @AfterEach
  void close() {
    postgres.close();
    database.close();
  }

  @Test
  void shouldPreferRoleInDatabaseToRoleToDatabaseToAll() {
    run(postgres, "ALTER ROLE ALL SET work_mem = '1MB'");
    assertThat(atLogin("ann", "work_mem")).isEqualTo("1MB");
    run(postgres, "ALTER DATABASE colonnade SET work_mem = '2MB'");
    assertThat(atLogin("ann", "work_mem")).isEqualTo("2MB");
    run(postgres, "ALTER ROLE ann SET work_mem = '3MB'");
    assertThat(atLogin("ann", "work_mem")).isEqualTo("3MB");
    run(postgres, "ALTER ROLE ann IN DATABASE colonnade SET work_mem = '4MB'");
    assertThat(atLogin("ann", "work_mem")).isEqualTo("4MB");
    assertThat(atLogin("postgres", "work_mem")).isEqualTo("2MB");
    run(postgres, "ALTER ROLE ann IN DATABASE colonnade RESET work_mem");
    run(postgres, "ALTER ROLE ann SET work_mem TO DEFAULT");
    run(postgres, "ALTER DATABASE colonnade RESET ALL");
    assertThat(atLogin("ann", "work_mem")).isEqualTo("1MB");
  }

  @Test
  void shouldRestoreStoredValuesByReset() {
    run(postgres, "ALTER ROLE ann SET datestyle = german");
    try (Session ann = database.login("ann", "colonnade")) {
      run(ann, "SET datestyle = iso");
      run(ann, "RESET datestyle");
      assertThat(show(ann, "datestyle")).isEqualTo("German, DMY");
    }
  }

  @Test
  void shouldSurviveRestartsAndListSettings() {
    run(postgres, "ALTER ROLE ann SET search_path = a, \"B c\"");
    run(postgres, "ALTER ROLE ann SET timezone = 'Europe/Berlin'");
    postgres.close();
    database.close();
    database = TestDatabases.open(folder);
    postgres = database.login("postgres", "colonnade");
    assertThat(atLogin("ann", "search_path")).isEqualTo("a, \"B c\"");
    String texts = "{\"search_path=a, \\\"B c\\\"\",TimeZone=Europe/Berlin}";
    assertThat(
            text(
                "SELECT setconfig::text FROM pg_db_role_setting s JOIN pg_roles r"
                    + " ON r.oid = s.setrole WHERE rolname = 'ann' AND setdatabase = 0"))
        .isEqualTo(texts);
    assertThat(text("SELECT rolconfig::text FROM pg_roles WHERE rolname = 'ann'")).isEqualTo(texts);
    run(postgres, "DROP ROLE ann");
    assertThat(text("SELECT count(*)::text FROM pg_db_role_setting")).isEqualTo("0");
  }

  @Test
  void shouldApplyPrivilegedSettingsThatSuperusersStored() {
    run(postgres, "ALTER ROLE ann SET log_min_duration_statement = '5s'");
    assertThat(atLogin("ann", "log_min_duration_statement")).isEqualTo("5s");
    try (Session ann = database.login("ann", "colonnade")) {
      run(ann, "ALTER ROLE ann SET work_mem = '1MB'");
      run(ann, "ALTER ROLE ann RESET ALL");
      fails(
          ann,
          "ALTER ROLE ann RESET log_min_duration_statement",
          "permission denied to set parameter \"log_min_duration_statement\"");
    }
    assertThat(atLogin("ann", "log_min_duration_statement")).isEqualTo("5s");
    assertThat(text("SELECT rolconfig::text FROM pg_roles WHERE rolname = 'ann'"))
        .isEqualTo("{log_min_duration_statement=5s}");
  }

  @Test
  void shouldRefuseWhatTheUserMayNotStore() {
    run(postgres, "CREATE ROLE bob");
    try (Session ann = database.login("ann", "colonnade")) {
      fails(ann, "ALTER ROLE bob SET work_mem = '1MB'", "permission denied");
      fails(
          ann, "ALTER ROLE postgres SET work_mem = '1MB'", "must be superuser to alter superusers");
      fails(
          ann,
          "ALTER ROLE ALL SET work_mem = '1MB'",
          "must be superuser to alter settings globally");
      fails(
          ann,
          "ALTER DATABASE colonnade SET work_mem = '1MB'",
          "must be owner of database colonnade");
    }
    fails(
        postgres,
        "ALTER ROLE ann SET nosuch = 1",
        "unrecognized configuration parameter \"nosuch\"");
    fails(
        postgres,
        "ALTER ROLE ann SET work_mem = 'x'",
        "invalid value for parameter \"work_mem\": \"x\"");
    fails(
        postgres,
        "ALTER ROLE ann SET role = 'bob'",
        "parameter \"role\" cannot be set for a role or database");
  }

  private String atLogin(String role, String setting) {
    try (Session session = database.login(role, "colonnade")) {
      return show(session, setting);
    }
  }

  private static String show(Session session, String setting) {
    return session.sql().settings().show(setting);
  }

  private static void run(Session session, String statement) {
    session.sql().execute(statement).close();
  }

  private static void fails(Session session, String statement, String message) {
    assertThatThrownBy(() -> run(session, statement)).as(statement).hasMessageContaining(message);
  }

  private String text(String query) {
    try (SqlResult result = postgres.sql().execute(query)) {
      @Nullable Object @Nullable [] row = result.next();
      return row == null ? "no row" : String.valueOf(row[0]);
    }
  }
}
