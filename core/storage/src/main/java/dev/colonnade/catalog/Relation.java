package dev.colonnade.catalog;

import dev.colonnade.catalog.name.ObjectName;

/** What has a name in the one space of names that tables, views and sequences of a schema share. */
public sealed interface Relation permits Table, View, SequenceEntry {
  /** Never used again. */
  int id();

  ObjectName objectName();

  /** The name without its schema. */
  default String name() {
    return objectName().name();
  }

  default int schemaId() {
    return objectName().schemaId();
  }

  /** What messages call this kind of object: {@code table}, {@code view}, {@code sequence}. */
  String kind();

  /** The same by another name. */
  Relation renamed(ObjectName other);
}
