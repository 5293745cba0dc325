package dev.colonnade.server.tools;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.SQLDialect;
import org.jooq.codegen.GenerationTool;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Logging;
import org.jooq.meta.jaxb.Target;
import org.jooq.meta.postgres.PostgresDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of jOOQ: code generation from a schema, and statements of its DSL. */
@Tag("integration")
@Timeout(600)
final class JooqTest {
  private static final Field<Long> ID = field(name("id"), SQLDataType.BIGINT);
  private static final Field<String> NAME = field(name("name"), SQLDataType.VARCHAR);
  private static final Field<BigDecimal> PRICE = field(name("price"), SQLDataType.NUMERIC);

  private static final String SCHEMA =
      """
      CREATE TYPE colour AS ENUM ('red', 'green');
      CREATE TABLE maker (id BIGINT PRIMARY KEY, name VARCHAR(40) NOT NULL UNIQUE);
      CREATE TABLE part (
        id BIGSERIAL PRIMARY KEY,
        maker_id BIGINT NOT NULL REFERENCES maker (id) ON DELETE CASCADE,
        name TEXT DEFAULT 'none',
        price NUMERIC(10, 2) CHECK (price >= 0),
        colour colour,
        tags TEXT[],
        made TIMESTAMP WITH TIME ZONE
      );
      CREATE INDEX part_name ON part (name, price DESC);
      CREATE VIEW cheap AS SELECT id, name FROM part WHERE price < 1;
      CREATE SEQUENCE numbers START WITH 5 INCREMENT BY 5;
      """;

  @Test
  void shouldGenerateClasses(@TempDir Path folder) throws Exception {
    ToolServer.Protocol protocol = ToolServer.Protocol.NATIVE;
    try (ToolServer server = ToolServer.start(folder.resolve("data"))) {
      try (Connection connection = server.dataSource(protocol).getConnection()) {
        DSL.using(connection, SQLDialect.POSTGRES).execute(SCHEMA);
      }
      Path sources = folder.resolve("sources");
      GenerationTool.generate(
          new Configuration()
              .withLogging(Logging.WARN)
              .withJdbc(
                  new Jdbc()
                      .withDriver(protocol.driverClass())
                      .withUrl(server.url(protocol))
                      .withUser("colonnade")
                      .withPassword(""))
              .withGenerator(
                  new Generator()
                      .withDatabase(
                          new Database()
                              .withName(PostgresDatabase.class.getName())
                              .withInputSchema("public"))
                      .withTarget(
                          new Target().withPackageName("made").withDirectory(sources.toString()))));
      String part = Files.readString(sources.resolve("made/tables/Part.java"));
      assertThat(part)
          .contains(
              "TableField<PartRecord, Long> ID = createField(DSL.name(\"id\")",
              "SQLDataType.BIGINT.nullable(false)",
              "SQLDataType.NUMERIC(10, 2)",
              "Keys.PART_PKEY");
      assertThat(Files.readString(sources.resolve("made/Keys.java")))
          .contains("MAKER_PKEY", "PART__PART_MAKER_ID_FKEY", "MAKER_NAME_KEY");
      try (Stream<Path> tables = Files.list(sources.resolve("made/tables"))) {
        assertThat(tables.map(path -> path.getFileName().toString()))
            .contains("Maker.java", "Part.java", "Cheap.java");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldRunStatements(ToolServer.Protocol protocol, @TempDir Path folder) throws SQLException {
    try (ToolServer server = ToolServer.start(folder);
        Connection connection = server.dataSource(protocol).getConnection()) {
      DSLContext jooq = DSL.using(connection, SQLDialect.POSTGRES);
      jooq.execute(SCHEMA);
      jooq.insertInto(table(name("maker")), ID, NAME).values(1L, "Ada").values(2L, "Bob").execute();
      Field<Long> maker = field(name("maker_id"), SQLDataType.BIGINT);
      Result<? extends Record> made =
          jooq.insertInto(table(name("part")), maker, NAME, PRICE)
              .values(1L, "bolt", new BigDecimal("0.50"))
              .values(1L, "nut", new BigDecimal("1.25"))
              .values(2L, "gear", new BigDecimal("9.99"))
              .returning(ID)
              .fetch();
      assertThat(made.getValues(ID)).containsExactly(1L, 2L, 3L);
      jooq.batch(
              jooq.insertInto(table(name("part")), maker, NAME, PRICE)
                  .values((Long) null, null, null))
          .bind(1L, "cog", new BigDecimal("3"))
          .bind(2L, "pin", new BigDecimal("4"))
          .execute();
      assertThat(
              jooq.select(maker, count(), sum(PRICE))
                  .from(table(name("part")))
                  .where(NAME.likeIgnoreCase("%N%").or(PRICE.gt(BigDecimal.ONE)))
                  .groupBy(maker)
                  .orderBy(maker)
                  .fetch(row -> row.value1() + " " + row.value2() + " " + row.value3()))
          .containsExactly("1 2 4.25", "2 2 13.99");
      assertThat(
              jooq.insertInto(table(name("maker")), ID, NAME)
                  .values(2L, "Bea")
                  .onConflict(ID)
                  .doUpdate()
                  .set(NAME, "Bea")
                  .execute())
          .isEqualTo(1);
      assertThatThrownBy(
              () ->
                  jooq.transaction(
                      inner -> {
                        inner.dsl().deleteFrom(table(name("part"))).execute();
                        inner.dsl().execute("INSERT INTO maker VALUES (1, 'twice')");
                      }))
          .isInstanceOfSatisfying(
              DataAccessException.class,
              refused -> assertThat(refused.sqlState()).isEqualTo("23505"));
      assertThat(jooq.fetchCount(table(name("part")))).isEqualTo(5);
      assertThat(jooq.fetchValue("SELECT nextval('numbers')", Long.class)).isEqualTo(5L);
      assertThat(requireNonNull(jooq.fetchOne("SELECT DATE '2024-02-29'")).get(0, LocalDate.class))
          .isEqualTo(LocalDate.of(2024, 2, 29));
      List<String> tables =
          jooq.meta().getTables("part").stream()
              .map(each -> requireNonNull(each.getSchema(), "no schema").getName())
              .toList();
      assertThat(tables).containsExactly("public");
      assertThat(jooq.meta().getTables("part").get(0).getReferences()).hasSize(1);
    }
  }
}
