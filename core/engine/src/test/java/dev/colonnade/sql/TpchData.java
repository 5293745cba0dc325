package dev.colonnade.sql;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/** Loader of the eight tables of TPC-H. */
final class TpchData {
  private static final int BATCH_ROWS = 5_000;

  private TpchData() {}

  static void load(Session session, double scale) {
    for (String statement : SqlResources.read("/tpch/schema.sql").split(";", -1)) {
      if (!statement.isBlank()) {
        session.sql().execute(statement).close();
      }
    }
    for (TpchTable<?> table : TpchTable.getTables()) {
      load(session, table, scale);
    }
  }

  private static <E extends TpchEntity> void load(
      Session session, TpchTable<E> source, double scale) {
    Table table = session.catalog().table(source.getTableName());
    List<Column> columns = table.schema().columns();
    RowBatch batch = session.newBatch(table);
    for (E entity : source.createGenerator(scale, 1, 1)) {
      String[] fields = entity.toLine().split("\\|", -1);
      Object[] values = new Object[columns.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = valueOf(columns.get(i).type(), fields[i]);
      }
      batch.row().putAll(values);
      batch.insert();
      if (batch.count() == BATCH_ROWS) {
        session.write(batch).join();
        batch = session.newBatch(table);
      }
    }
    session.write(batch).join();
  }

  private static Object valueOf(ColumnType type, String field) {
    return switch (type) {
      case ColumnType.Plain.INTEGER -> Integer.valueOf(field);
      case ColumnType.Plain.BIGINT -> Long.valueOf(field);
      case ColumnType.Plain.DATE -> LocalDate.parse(field);
      case ColumnType.Numeric _ -> new BigDecimal(field);
      default -> field;
    };
  }
}
