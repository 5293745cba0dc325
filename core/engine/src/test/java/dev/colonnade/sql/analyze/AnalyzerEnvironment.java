package dev.colonnade.sql.analyze;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.engine.Database;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.analyze.bind.LiteralParameters;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Database with the tables and views of {@code sql/changes/schema.sql}, to analyze changes of. */
final class AnalyzerEnvironment implements AutoCloseable {
  private static final long MIB = 1024 * 1024;

  private final Database database;
  private final NameScope names;
  private final Registry registry;

  AnalyzerEnvironment(Path folder) {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    SqlSession session = database.session("test").sql();
    for (String sql : read("schema.sql").split(";\n", -1)) {
      if (!sql.isBlank()) {
        session.execute(sql).close();
      }
    }
    names =
        NameScope.of(database.catalog().snapshot(), BuiltIns.COLONNADE, BuiltIns.PUBLIC, "test");
    registry = Registry.ofSystem().with(new CatalogTypes(names));
  }

  /** Returns a text of the resources of these tests. */
  static String read(String file) {
    try (InputStream in =
        requireNonNull(
            AnalyzerEnvironment.class.getResourceAsStream("/sql/changes/" + file),
            () -> "no resource: name=" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  NameScope names() {
    return names;
  }

  Registry registry() {
    return registry;
  }

  AnalyzedStatement analyze(String sql) {
    StatementAnalysis statement =
        new StatementAnalysis(
            registry, names, new ParameterTypes(List.of(), LiteralParameters.NONE));
    DataStatement node = (DataStatement) SqlParser.parse(sql).getFirst().statement();
    return Analyzer.analyze(node, statement);
  }

  @Override
  public void close() {
    database.close();
  }
}
