package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.key.Key;
import dev.colonnade.sql.definition.table.TableSettings;
import dev.colonnade.sql.definition.table.column.ColumnDefaults;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE ... SET and RESET of storage parameters, and SPLIT AT. */
final class TableSettingChanges {
  private TableSettingChanges() {}

  static void set(TableAlteration change, TableAction.SetOptions set) {
    Map<String, String> settings =
        new HashMap<>(change.table().descriptor().properties().settings());
    switch (set.keyword()) {
      case "SET" -> settings.putAll(TableSettings.of(set.options()));
      case "RESET" ->
          settings.keySet().removeAll(set.options().stream().map(Option::name).toList());
      default ->
          throw new ColonnadeException(
              ErrorCode.WRONG_OBJECT_TYPE,
              "ALTER action %s cannot be performed on relation \"%s\""
                  .formatted(set.keyword(), change.table().name()),
              ErrorFields.NONE.withDetail("This operation is not supported for tables."));
    }
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
        (edit, table) ->
            edit.changeProperties(table, table.descriptor().properties().withSettings(settings)));
  }

  /**
   * Splits the table's ranges at the rows with these keys, or at the first row with such a key
   * prefix.
   */
  static void split(TableAlteration change, TableAction.SplitAt split) {
    Table table = change.table();
    List<Column> columns = table.schema().keyColumns();
    ColumnDefaults values = new ColumnDefaults(change.analysis());
    List<Key> keys = new ArrayList<>();
    for (List<Expression> row : split.rows()) {
      if (row.size() > columns.size()) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR, "SPLIT AT has more values than the primary key has columns");
      }
      @Nullable Object[] prefix = new @Nullable Object[row.size()];
      for (int i = 0; i < prefix.length; i++) {
        prefix[i] = values.value(table, columns.get(i), row.get(i), change.execution());
      }
      keys.add(table.format().keyCodec().prefix(prefix));
    }
    change.transaction().catalogChanges().splitAt(table, keys);
  }
}
