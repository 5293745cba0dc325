package dev.colonnade.catalog.codec;

import dev.colonnade.key.Key;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Codec of the records of types other than enums. */
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
      case CompositeType row -> encodeComposite(schemaId, row);
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
      ColumnTypeCodec.writeUse(out, base);
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
    DomainType.Use base = (flags & FLAG_BASE) == 0 ? null : ColumnTypeCodec.readUse(in);
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

  /** Composite type with the id of its schema. */
  public record CompositeRecord(int schemaId, CompositeType type) {}

  private static byte[] encodeComposite(int schemaId, CompositeType row) {
    CatalogRecordWriter out =
        new CatalogRecordWriter()
            .putByte(CatalogLayout.FORMAT)
            .putText(row.name())
            .putInt(schemaId)
            .putShort(row.nextAttributeId())
            .putShort(row.attributes().size());
    for (CompositeType.Attribute attribute : row.attributes()) {
      out.putShort(attribute.id()).putText(attribute.name());
      ColumnTypeCodec.write(out, attribute.type());
      DomainType.Use domain = attribute.domain();
      out.putByte(domain == null ? 0 : 1);
      if (domain != null) {
        ColumnTypeCodec.writeUse(out, domain);
      }
    }
    return out.toByteArray();
  }

  /** Returns the composite type of a record, over the types that are known. */
  public static CompositeRecord decodeComposite(
      Key key, byte[] value, Map<Integer, ? extends UserType> types) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    return in.validated(() -> readComposite(in, key, types));
  }

  private static CompositeRecord readComposite(
      CatalogRecordReader in, Key key, Map<Integer, ? extends UserType> types) {
    String name = in.readText();
    int schemaId = in.readInt();
    int nextAttributeId = in.readShort();
    int count = in.readShort();
    List<CompositeType.Attribute> attributes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int id = in.readShort();
      String attribute = in.readText();
      ColumnType type = ColumnTypeCodec.read(in, types);
      DomainType.Use domain = in.readByte() == 0 ? null : ColumnTypeCodec.readUse(in);
      attributes.add(new CompositeType.Attribute(id, attribute, type, domain));
    }
    in.requireEnd();
    return new CompositeRecord(
        schemaId, new CompositeType(CatalogLayout.idOf(key), name, attributes, nextAttributeId));
  }
}
