package dev.colonnade.catalog.codec;

import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Composite;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.UserType;
import dev.colonnade.type.base.BaseType;
import java.util.Map;

/** Codec of column types, references to domains and default values in catalog records. */
final class ColumnTypeCodec {
  private static final int NUMERIC = 14;
  private static final int VARCHAR = 15;
  private static final int CHAR = 16;
  private static final int ENUMERATED = 17;
  private static final int ARRAY = 18;
  private static final int INTERVAL = 19;
  private static final int UNLIMITED_NUMERIC = 20;
  private static final int JSON = 21;
  private static final int JSONB = 22;
  private static final int RANGE = 40;
  private static final int MULTIRANGE = 41;
  private static final int COMPOSITE = 23;
  private static final int TIMETZ = 24;
  private static final int BIT = 25;
  private static final int VARBIT = 26;
  private static final int BASE = 27;

  private ColumnTypeCodec() {}

  static void write(CatalogRecordWriter out, ColumnType type) {
    switch (type) {
      case Plain plain -> out.putByte(codeOf(plain));
      case Numeric numeric ->
          out.putByte(NUMERIC).putByte(numeric.precision()).putByte(numeric.scale());
      case Varchar varchar -> out.putByte(VARCHAR).putInt(varchar.length());
      case Char character -> out.putByte(CHAR).putInt(character.length());
      case Enumerated enumerated -> out.putByte(ENUMERATED).putInt(enumerated.type().id());
      case Composite(CompositeType row) -> out.putByte(COMPOSITE).putInt(row.id());
      case Packed packed -> {
        out.putByte(codeOf(packed.kind()));
        if (packed.element() != null) {
          write(out, packed.elementType());
        }
        if (packed.base() != null) {
          out.putByte(packed.baseType().code());
        }
      }
    }
  }

  static ColumnType read(CatalogRecordReader in, Map<Integer, ? extends UserType> types) {
    int code = in.readByte();
    return switch (code) {
      case NUMERIC -> ColumnType.numeric(in.readByte(), in.readByte());
      case VARCHAR -> ColumnType.varchar(in.readInt());
      case CHAR -> ColumnType.character(in.readInt());
      case ENUMERATED -> ColumnType.enumerated(readEnum(in, types));
      case ARRAY -> ColumnType.array(read(in, types));
      case RANGE -> ColumnType.range(read(in, types));
      case MULTIRANGE -> ColumnType.multirange(read(in, types));
      case COMPOSITE -> ColumnType.composite(readComposite(in, types));
      case INTERVAL -> ColumnType.packed(PackedKind.INTERVAL);
      case UNLIMITED_NUMERIC -> ColumnType.packed(PackedKind.NUMERIC);
      case JSON -> ColumnType.packed(PackedKind.JSON);
      case JSONB -> ColumnType.packed(PackedKind.JSONB);
      case TIMETZ -> ColumnType.packed(PackedKind.TIMETZ);
      case BIT -> ColumnType.packed(PackedKind.BIT);
      case VARBIT -> ColumnType.packed(PackedKind.VARBIT);
      case BASE -> ColumnType.base(BaseType.ofCode(in.readByte()));
      default -> plainOf(in, code);
    };
  }

  static void writeValue(CatalogRecordWriter out, ColumnType type, Object value) {
    switch (type.storage()) {
      case BOOL1 -> out.putByte(StoredForm.booleanOf(type, value) ? 1 : 0);
      case INT16 -> out.putShort(StoredForm.shortOf(type, value));
      case INT32, ENUM32 -> out.putInt(StoredForm.intOf(type, value));
      case FLOAT32 -> out.putInt(Float.floatToRawIntBits(StoredForm.floatOf(type, value)));
      case INT64 -> out.putLong(StoredForm.longOf(type, value));
      case FLOAT64 -> out.putLong(Double.doubleToRawLongBits(StoredForm.doubleOf(type, value)));
      case INT128, BYTES16 ->
          out.putLong(StoredForm.highOf(type, value)).putLong(StoredForm.lowOf(type, value));
      case VARIABLE -> out.putBytes(StoredForm.bytesOf(type, value));
    }
  }

  static Object readValue(CatalogRecordReader in, ColumnType type) {
    return switch (type.storage()) {
      case BOOL1 -> in.readByte() != 0;
      case INT16 -> (short) in.readShort();
      case INT32, ENUM32 -> StoredForm.fromInt(type, in.readInt());
      case FLOAT32 -> Float.intBitsToFloat(in.readInt());
      case INT64 -> StoredForm.fromLong(type, in.readLong());
      case FLOAT64 -> Double.longBitsToDouble(in.readLong());
      case INT128, BYTES16 -> StoredForm.fromHalves(type, in.readLong(), in.readLong());
      case VARIABLE -> StoredForm.fromBytes(type, in.readBytes());
    };
  }

  static void writeUse(CatalogRecordWriter out, DomainType.Use use) {
    out.putInt(use.domainId()).putByte(use.isArray() ? 1 : 0);
  }

  static DomainType.Use readUse(CatalogRecordReader in) {
    return new DomainType.Use(in.readInt(), in.readByte() != 0);
  }

  private static int codeOf(PackedKind kind) {
    return switch (kind) {
      case ARRAY -> ARRAY;
      case RANGE -> RANGE;
      case MULTIRANGE -> MULTIRANGE;
      case INTERVAL -> INTERVAL;
      case NUMERIC -> UNLIMITED_NUMERIC;
      case JSON -> JSON;
      case JSONB -> JSONB;
      case TIMETZ -> TIMETZ;
      case BIT -> BIT;
      case VARBIT -> VARBIT;
      case BASE -> BASE;
    };
  }

  /** Numbers of the types without parameters: written down, so that their order may change. */
  private static int codeOf(Plain type) {
    return switch (type) {
      case BOOLEAN -> 1;
      case SMALLINT -> 2;
      case INTEGER -> 3;
      case BIGINT -> 4;
      case REAL -> 5;
      case DOUBLE -> 6;
      case TEXT -> 7;
      case BYTEA -> 8;
      case DATE -> 9;
      case TIME -> 10;
      case TIMESTAMP -> 11;
      case TIMESTAMPTZ -> 12;
      case UUID -> 13;
    };
  }

  private static Plain plainOf(CatalogRecordReader in, int code) {
    for (Plain plain : Plain.values()) {
      if (codeOf(plain) == code) {
        return plain;
      }
    }
    throw in.corrupt("unknown type: code=" + code);
  }

  private static CompositeType readComposite(
      CatalogRecordReader in, Map<Integer, ? extends UserType> types) {
    int id = in.readInt();
    if (types.get(id) instanceof CompositeType type) {
      return type;
    }
    throw in.corrupt("composite type is missing: typeId=" + id);
  }

  private static EnumType readEnum(CatalogRecordReader in, Map<Integer, ? extends UserType> types) {
    int id = in.readInt();
    if (types.get(id) instanceof EnumType type) {
      return type;
    }
    throw in.corrupt("enum of the column is missing: enumId=" + id);
  }
}
