package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.SqlScript.Entry;
import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compatibility with stores that earlier versions wrote. Each format has a stored fixture, {@code
 * store-format-N.zip}, and the records that it answers, {@code store-format-N.test}; both stay as
 * they are.
 */
class StoredFormatTest {
  @ParameterizedTest
  @ValueSource(ints = 1)
  void shouldOpenAStoreOfAnEarlierVersion(int format, @TempDir Path folder) throws IOException {
    String name = "/formats/store-format-" + format;
    unzip(name + ".zip", folder);
    SoftAssertions softly = new SoftAssertions();
    List<Entry> entries = SqlScript.parse(SqlResources.read(name + ".test"));
    assertThat(entries).hasSizeGreaterThan(20);
    try (Database database = Database.open(StorageConfig.at(folder.resolve("store")))) {
      assertThat(database.identity().formatVersion()).isEqualTo(format);
      SqlSession session = database.session("test").sql();
      for (Entry entry : entries) {
        softly
            .assertThat(SqlLogicTest.answer(session, entry))
            .as("%s.test:%d %s", name, entry.line(), entry.sql())
            .isEqualTo(SqlLogicTest.expected(entry.expectation()));
      }
    }
    softly.assertAll();
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
