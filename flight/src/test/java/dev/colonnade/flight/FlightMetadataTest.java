package dev.colonnade.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.flight.FlightFixture.Connection;
import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.flight.sql.util.TableRef;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metadata of Flight SQL. */
@Tag("integration")
class FlightMetadataTest {
  @TempDir Path folder;
  private FlightFixture fixture;
  private Connection connection;
  private FlightSqlClient client;

  @BeforeEach
  void start() {
    fixture = FlightFixture.trusting(folder.resolve("store"));
    fixture.execute(
        "CREATE SCHEMA shop",
        "CREATE TABLE shop.customer (id int, region text, name varchar(20), PRIMARY KEY (region,"
            + " id))",
        "CREATE TABLE shop.sale (nr bigint PRIMARY KEY, r text, c int,"
            + " CONSTRAINT to_customer FOREIGN KEY (r, c) REFERENCES shop.customer (region, id)"
            + " ON DELETE CASCADE)",
        "CREATE VIEW shop.names AS SELECT name FROM shop.customer");
    connection = fixture.login();
    client = connection.client();
  }

  @AfterEach
  void stop() throws Exception {
    fixture.close();
  }

  private List<?> read(FlightInfo info) {
    return connection.read(info);
  }

  @Test
  void shouldListCatalogsAndSchemas() {
    assertThat(connection.read(client.getCatalogs(connection.option())))
        .contains(List.of("colonnade"));
    assertThat(read(client.getSchemas(null, "sh%", connection.option())))
        .isEqualTo(List.of(List.of("colonnade", "shop")));
    assertThat(read(client.getSchemas("other", null, connection.option()))).isEqualTo(List.of());
  }

  @Test
  void shouldListTablesWithTheirSchemas() throws Exception {
    assertThat(read(client.getTables(null, "shop", null, null, false, connection.option())))
        .isEqualTo(
            List.of(
                List.of("colonnade", "shop", "customer", "TABLE"),
                List.of("colonnade", "shop", "names", "VIEW"),
                List.of("colonnade", "shop", "sale", "TABLE")));
    assertThat(
            read(client.getTables(null, "shop", "%s", List.of("VIEW"), false, connection.option())))
        .isEqualTo(List.of(List.of("colonnade", "shop", "names", "VIEW")));
    List<?> row =
        connection
            .read(client.getTables(null, "shop", "customer", null, true, connection.option()))
            .getFirst();
    Schema schema =
        MessageSerializer.deserializeSchema(
            new ReadChannel(Channels.newChannel(new ByteArrayInputStream((byte[]) row.getLast()))));
    assertThat(schema.getFields())
        .extracting(field -> field.getName() + " " + field.getType())
        .containsExactly("id Int(32, true)", "region Utf8", "name Utf8");
  }

  @Test
  void shouldListTableTypes() {
    assertThat(connection.read(client.getTableTypes(connection.option())))
        .contains(List.of("TABLE"), List.of("VIEW"));
  }

  @Test
  void shouldDescribeKeys() {
    assertThat(
            read(client.getPrimaryKeys(TableRef.of(null, "shop", "customer"), connection.option())))
        .isEqualTo(
            List.of(
                List.of("colonnade", "shop", "customer", "region", 1, "customer_pkey"),
                List.of("colonnade", "shop", "customer", "id", 2, "customer_pkey")));
    List<List<Object>> keys = List.of(foreignKey("region", "r", 1), foreignKey("id", "c", 2));
    TableRef customer = TableRef.of(null, "shop", "customer");
    TableRef sale = TableRef.of(null, "shop", "sale");
    assertThat(read(client.getImportedKeys(sale, connection.option()))).isEqualTo(keys);
    assertThat(read(client.getExportedKeys(customer, connection.option()))).isEqualTo(keys);
    assertThat(read(client.getCrossReference(customer, sale, connection.option()))).isEqualTo(keys);
    assertThat(read(client.getImportedKeys(customer, connection.option()))).isEqualTo(List.of());
  }

  private static List<Object> foreignKey(String primary, String foreign, int number) {
    byte noAction = 3;
    byte cascade = 0;
    return Arrays.asList(
        "colonnade",
        "shop",
        "customer",
        primary,
        "colonnade",
        "shop",
        "sale",
        foreign,
        number,
        "to_customer",
        "customer_pkey",
        noAction,
        cascade);
  }

  @Test
  void shouldDescribeTypesAndServer() {
    assertThat(
            connection
                .read(client.getXdbcTypeInfo(java.sql.Types.INTEGER, connection.option()))
                .getFirst()
                .subList(0, 3))
        .isEqualTo(List.of("integer", java.sql.Types.INTEGER, 10));
    assertThat(connection.read(client.getXdbcTypeInfo(connection.option()))).hasSize(16);
    assertThat(
            connection.read(
                client.getSqlInfo(
                    new SqlInfo[] {SqlInfo.FLIGHT_SQL_SERVER_NAME}, connection.option())))
        .singleElement()
        .satisfies(row -> assertThat(row.get(1)).hasToString("Colonnade"));
    assertThat(connection.read(client.getSqlInfo(new SqlInfo[0], connection.option())))
        .hasSizeGreaterThan(20);
  }
}
