package dev.colonnade.flight.type;

import com.google.protobuf.ByteString;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.server.sql.SqlTranslator;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.sql.FlightSqlColumnMetadata;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Schemas of Arrow for columns of SQL. The types are those of the native protocol, whose record
 * batches Flight sends; each field states the name of its SQL type in its metadata.
 */
public final class ArrowSchemas {
  private ArrowSchemas() {}

  /** Returns the schema of rows with these columns. */
  public static Schema of(List<SqlColumn> columns) {
    return of(SqlTranslator.description(columns));
  }

  /** Returns the schema of a row description of the native protocol. */
  public static Schema of(SqlRowDescription description) {
    if (description.columns().isEmpty()) {
      return new Schema(List.of());
    }
    Schema plain = parse(description.arrowSchema().toArray());
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < plain.getFields().size(); i++) {
      fields.add(described(plain.getFields().get(i), description.columns().get(i)));
    }
    return new Schema(fields);
  }

  /** Returns the schema of the parameters of a statement; their names are their numbers. */
  public static Schema ofParameters(List<SqlType> types) {
    List<SqlColumn> columns = new ArrayList<>();
    for (SqlType type : types) {
      columns.add(new SqlColumn("$" + (columns.size() + 1), type));
    }
    return of(columns);
  }

  private static Field described(Field field, SqlColumnInfo column) {
    SqlTypeInfo type = column.type();
    FlightSqlColumnMetadata.Builder metadata =
        new FlightSqlColumnMetadata.Builder().typeName(type.toString());
    if (type.precision() != SqlTypeInfo.NONE) {
      metadata.precision(type.precision());
    }
    if (type.scale() != SqlTypeInfo.NONE) {
      metadata.scale(type.scale());
    }
    FieldType plain = field.getFieldType();
    return new Field(
        field.getName(),
        new FieldType(plain.isNullable(), plain.getType(), null, metadata.build().getMetadataMap()),
        field.getChildren());
  }

  private static Schema parse(byte[] message) {
    try {
      return MessageSerializer.deserializeSchema(
          new ReadChannel(Channels.newChannel(new ByteArrayInputStream(message))));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory failed", e);
    }
  }

  /** Returns the encapsulated message of a schema. */
  public static ByteString serialized(Schema schema) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      MessageSerializer.serialize(new WriteChannel(Channels.newChannel(out)), schema);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return ByteString.copyFrom(out.toByteArray());
  }
}
