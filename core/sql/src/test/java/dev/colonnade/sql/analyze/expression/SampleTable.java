package dev.colonnade.sql.analyze.expression;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;

/** Table with columns of several types, one of them an enum. */
final class SampleTable {
  private SampleTable() {}

  static Table create() {
    EnumType mood = EnumType.create(101, "mood", List.of("sad", "ok", "happy"));
    TableSchema schema =
        TableSchema.builder()
            .required("id", ColumnType.Plain.INTEGER)
            .nullable("m", ColumnType.enumerated(mood))
            .nullable("n", ColumnType.numeric(10, 2))
            .nullable("c", ColumnType.varchar(5))
            .nullable("a", ColumnType.array(ColumnType.Plain.INTEGER))
            .key("id")
            .build();
    return Table.of(new TableDescriptor(100, "t", new SchemaHistory(schema)));
  }
}
