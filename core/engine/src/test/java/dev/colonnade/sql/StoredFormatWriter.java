package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writer of a fixture of {@link StoredFormatTest}: a store with the statements of {@code
 * formats/NAME.sql}, copied while a transaction is open, as a kill leaves it. {@code
 * -Dcolonnade.fixture=NAME} runs it and {@code -Dcolonnade.fixture-file} is the zip file.
 */
class StoredFormatWriter {
  /** Disk space for the time when the disk is full, which every opening allocates. */
  private static final String RESERVE = "RESERVE";

  @Test
  @EnabledIfSystemProperty(named = "colonnade.fixture", matches = ".+")
  void shouldWriteAFixture(@TempDir Path folder) throws IOException {
    String name = System.getProperty("colonnade.fixture");
    Path target = Path.of(System.getProperty("colonnade.fixture-file", name + ".zip"));
    String script = SqlResources.read("/formats/" + name + ".sql");
    try (Database database = Database.open(StorageConfig.at(folder.resolve("store")))) {
      SqlSession session = database.session("postgres").sql();
      for (String statement : script.replaceAll("(?m)^--.*$", "").split(";\n", -1)) {
        if (!statement.isBlank()) {
          session.execute(statement).close();
        }
      }
      session.execute("create table uncommitted (id integer primary key)").close();
      session.execute("begin").close();
      session.execute("insert into uncommitted values (1)").close();
      zip(folder, target);
    }
  }

  private static void zip(Path folder, Path target) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    try (OutputStream out = Files.newOutputStream(target);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Path file : files) {
        String name = requireNonNull(file.getFileName(), "a file has a name").toString();
        if (!name.equals(RESERVE) && !name.startsWith("LOG") && !name.equals("LOCK")) {
          zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
          Files.copy(file, zip);
        }
      }
    }
  }
}
