package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.sql.parse.definition.TableAction;
import dev.colonnade.sql.statement.ColumnDefaultExpressions;
import dev.colonnade.sql.statement.TableSettings;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE ... SET and RESET of storage parameters, and SPLIT AT. */
final class TableSettingChanges {
  private TableSettingChanges() {}

  public static void set(TableAlteration change, TableAction.SetSettings set) {
    Map<String, String> settings =
        new HashMap<>(change.table().descriptor().properties().settings());
    settings.putAll(TableSettings.checked(set.settings()));
    put(change, settings);
  }

  static void reset(TableAlteration change, TableAction.ResetSettings reset) {
    Map<String, String> settings =
        new HashMap<>(change.table().descriptor().properties().settings());
    settings.keySet().removeAll(reset.names());
    put(change, settings);
  }

  private static void put(TableAlteration change, Map<String, String> settings) {
    String maxBytes = settings.get(TableSettings.RANGE_MAX_BYTES);
    String before =
        change.table().descriptor().properties().settings().get(TableSettings.RANGE_MAX_BYTES);
    if (!Objects.equals(maxBytes, before)) {
      change
          .transaction()
          .catalogChanges()
          .limitRanges(change.table(), maxBytes == null ? 0 : Long.parseLong(maxBytes));
    }
    change.alter(
        (edit, table) -> {
          TableProperties clauses = table.descriptor().properties();
          edit.changeProperties(table, clauses.withSettings(settings));
        });
  }

  /**
   * Splits the table's ranges at the rows with these keys, or at the first row with such a key
   * prefix.
   */
  static void split(TableAlteration change, TableAction.SplitAt split) {
    Table table = change.table();
    List<Column> columns = table.schema().keyColumns();
    List<Key> keys = new ArrayList<>();
    for (List<SqlNode> row : split.rows()) {
      if (row.size() > columns.size()) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR, "SPLIT AT has more values than the primary key has columns");
      }
      @Nullable Object[] values = new @Nullable Object[row.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] =
            ColumnDefaultExpressions.value(
                change.preparer(), change.sql(), row.get(i), columns.get(i), change.execution());
      }
      keys.add(table.format().keyCodec().prefix(values));
    }
    change.transaction().catalogChanges().splitAt(table, keys);
  }
}
