package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * A name within a schema. Tables, views and sequences share one space of names in each schema;
 * types have another.
 */
public record ObjectName(int schemaId, String name) implements Comparable<ObjectName> {
  private static final Comparator<ObjectName> ORDER =
      Comparator.comparingInt(ObjectName::schemaId).thenComparing(ObjectName::name);

  public ObjectName {
    requireNonNull(name, "name is null");
  }

  /** A name in the schema {@code public} of the database {@code colonnade}. */
  public static ObjectName ofPublic(String name) {
    return new ObjectName(BuiltIns.PUBLIC_ID, name);
  }

  /** The least of a schema's names: all of them lie from here to that of the next schema. */
  public static ObjectName first(int schemaId) {
    return new ObjectName(schemaId, "");
  }

  @Override
  public int compareTo(ObjectName other) {
    return ORDER.compare(this, other);
  }
}
