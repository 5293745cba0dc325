package dev.colonnade.catalog.relation;

import dev.colonnade.catalog.name.ObjectName;

/** Table, view or sequence: the objects that share one namespace in each schema. */
public sealed interface Relation permits Table, View, SequenceEntry {
  /** Returns the object id, which is never reused. */
  int id();

  ObjectName objectName();

  /** Returns the name without the schema. */
  default String name() {
    return objectName().name();
  }

  default int schemaId() {
    return objectName().schemaId();
  }

  /**
   * Returns the kind of the relation for messages: {@code table}, {@code view} or {@code sequence}.
   */
  String kind();

  /** Returns the relation with another name. */
  Relation renamed(ObjectName other);
}
