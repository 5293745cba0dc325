package dev.colonnade.catalog.codec;

import dev.colonnade.key.Key;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Codec of the records of types other than enums, and of references to domains. */
public final class UserTypeCodec {
  private static final int FLAG_NULLABLE = 0x01;
  private static final int FLAG_DEFAULT = 0x02;
  private static final int FLAG_BASE = 0x04;

  private UserTypeCodec() {}

  /** Domain with the id of its schema. */
  public record DomainRecord(int schemaId, DomainType type) {}

  /** Returns the record of a type in a schema. */
  public static byte[] encode(int schemaId, UserType type) {
    return switch (type) {
      case EnumType labels -> CatalogCodec.encode(schemaId, labels);
      case DomainType domain -> encodeDomain(schemaId, domain);
    };
  }

  private static byte[] encodeDomain(int schemaId, DomainType domain) {
    CatalogRecordWriter out =
        new CatalogRecordWriter()
            .putByte(CatalogLayout.FORMAT)
            .putText(domain.name())
            .putInt(schemaId);
    ColumnTypeCodec.write(out, domain.stored());
    String defaultText = domain.defaultText();
    DomainType.Use base = domain.base();
    out.putByte(
        (domain.nullable() ? FLAG_NULLABLE : 0)
            | (defaultText == null ? 0 : FLAG_DEFAULT)
            | (base == null ? 0 : FLAG_BASE));
    if (defaultText != null) {
      out.putBytes(defaultText.getBytes(StandardCharsets.UTF_8));
    }
    if (base != null) {
      writeUse(out, base);
    }
    out.putShort(domain.checks().size());
    for (DomainType.Check check : domain.checks()) {
      out.putText(check.name())
          .putBytes(check.text().getBytes(StandardCharsets.UTF_8))
          .putByte(check.isValidated() ? 1 : 0);
    }
    return out.toByteArray();
  }

  /** Returns the domain of a record, over the types that are known. */
  public static DomainRecord decodeDomain(
      Key key, byte[] value, Map<Integer, ? extends UserType> types) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    return in.validated(() -> readDomain(in, key, types));
  }

  private static DomainRecord readDomain(
      CatalogRecordReader in, Key key, Map<Integer, ? extends UserType> types) {
    String name = in.readText();
    int schemaId = in.readInt();
    ColumnType stored = ColumnTypeCodec.read(in, types);
    int flags = in.readByte();
    String defaultText =
        (flags & FLAG_DEFAULT) == 0 ? null : new String(in.readBytes(), StandardCharsets.UTF_8);
    DomainType.Use base = (flags & FLAG_BASE) == 0 ? null : readUse(in);
    int count = in.readShort();
    List<DomainType.Check> checks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String checkName = in.readText();
      String text = new String(in.readBytes(), StandardCharsets.UTF_8);
      checks.add(new DomainType.Check(checkName, text, in.readByte() != 0));
    }
    in.requireEnd();
    return new DomainRecord(
        schemaId,
        new DomainType(
            CatalogLayout.idOf(key),
            name,
            stored,
            base,
            (flags & FLAG_NULLABLE) != 0,
            defaultText,
            checks));
  }

  static void writeUse(CatalogRecordWriter out, DomainType.Use use) {
    out.putInt(use.domainId()).putByte(use.isArray() ? 1 : 0);
  }

  static DomainType.Use readUse(CatalogRecordReader in) {
    return new DomainType.Use(in.readInt(), in.readByte() != 0);
  }
}
