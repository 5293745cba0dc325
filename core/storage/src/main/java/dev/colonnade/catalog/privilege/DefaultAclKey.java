package dev.colonnade.catalog.privilege;

import java.util.Comparator;

/**
 * Key of default privileges: new objects of a kind that a role creates, in one schema or in all.
 *
 * @param schemaId {@link #ALL_SCHEMAS} for all
 */
public record DefaultAclKey(int roleId, int schemaId, SecuredKind kind)
    implements Comparable<DefaultAclKey> {
  public static final int ALL_SCHEMAS = 0;

  private static final Comparator<DefaultAclKey> ORDER =
      Comparator.comparingInt(DefaultAclKey::roleId)
          .thenComparingInt(DefaultAclKey::schemaId)
          .thenComparing(DefaultAclKey::kind);

  @Override
  public int compareTo(DefaultAclKey other) {
    return ORDER.compare(this, other);
  }
}
