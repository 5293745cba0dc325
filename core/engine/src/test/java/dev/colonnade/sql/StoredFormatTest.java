package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.SqlScript.Entry;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compatibility with stores that earlier versions wrote. Each fixture is a stored folder, {@code
 * NAME.zip}, and the records that it answers, {@code NAME.test}; both stay as they are. {@link
 * StoredFormatWriter} writes a new one.
 */
class StoredFormatTest {
  private static final int FORMAT = 1;

  @ParameterizedTest
  @ValueSource(strings = {"store-format-1", "store-format-1-b"})
  void shouldOpenAStoreOfAnEarlierVersion(String fixture, @TempDir Path folder) throws IOException {
    String name = "/formats/" + fixture;
    unzip(name + ".zip", folder);
    StorageConfig config = StorageConfig.at(folder.resolve("store"));
    List<Entry> entries = SqlScript.parse(SqlResources.read(name + ".test"));
    assertThat(entries).hasSizeGreaterThan(20);
    SoftAssertions softly = new SoftAssertions();
    String tables;
    try (Database database = Database.open(config)) {
      assertThat(database.identity().formatVersion()).isEqualTo(FORMAT);
      SqlSession session = database.session("postgres").sql();
      for (Entry entry : entries) {
        softly
            .assertThat(SqlLogicTest.answer(session, entry))
            .as("%s.test:%d %s", name, entry.line(), entry.sql())
            .isEqualTo(SqlLogicTest.expected(entry.expectation()));
      }
      softly.assertAll();
      write(session);
      tables = contents(session);
    }
    try (Database database = Database.open(config)) {
      SqlSession session = database.session("postgres").sql();
      assertThat(contents(session)).isEqualTo(tables);
      assertThat(value(session, "insert into later values (default, 'y') returning id > 1000"))
          .isEqualTo("true");
    }
  }

  /** Changes a store as its new version does. */
  private static void write(SqlSession session) {
    session.execute("create table later (id integer generated always as identity, t text)").close();
    session.execute("insert into later (t) select 'x' from generate_series(1, 1000)").close();
    session.execute("delete from later where id > 900").close();
    session.execute("create index later_t on later (t, id)").close();
    session.execute("create role later_role").close();
    session.execute("grant select on later to later_role").close();
  }

  /** Returns the number of rows and a checksum of each table. */
  private static String contents(SqlSession session) {
    StringBuilder contents = new StringBuilder();
    try (SqlResult names =
        session.execute(
            "select format('%I.%I', schemaname, tablename) from pg_tables"
                + " where schemaname not in ('pg_catalog', 'information_schema') order by 1")) {
      for (@Nullable Object[] row = names.next(); row != null; row = names.next()) {
        String sum =
            "select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '')"
                + " from "
                + row[0]
                + " t";
        contents.append(row[0]).append(' ').append(value(session, sum));
        contents.append('\n');
      }
    }
    assertThat(contents.toString()).contains("public.later 900 ");
    return contents.toString();
  }

  private static String value(SqlSession session, String sql) {
    try (SqlResult result = session.execute(sql)) {
      return String.valueOf(requireNonNull(result.next(), "no row")[0]);
    }
  }

  private static void unzip(String resource, Path folder) throws IOException {
    try (InputStream bytes =
            requireNonNull(
                StoredFormatTest.class.getResourceAsStream(resource), "resource is missing");
        ZipInputStream zip = new ZipInputStream(bytes)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = folder.resolve(entry.getName()).normalize();
        Files.createDirectories(requireNonNull(target.getParent(), "parent is null"));
        Files.copy(zip, target);
      }
    }
  }
}
