package dev.colonnade.sql.analyze.scope;

import static java.util.Objects.requireNonNull;

/**
 * Relation with its visibility at a place of a query.
 *
 * @param isNameVisible whether a qualified name finds its columns
 * @param areColumnsVisible whether an unqualified name finds its columns
 * @param isLateralOnly whether only LATERAL items see it
 * @param isLateralAllowed whether LATERAL items may refer to it
 */
public record NamespaceItem(
    ScopeRelation relation,
    boolean isNameVisible,
    boolean areColumnsVisible,
    boolean isLateralOnly,
    boolean isLateralAllowed) {
  public NamespaceItem {
    requireNonNull(relation, "relation is null");
  }

  /** Returns an item that all names find. */
  public static NamespaceItem visible(ScopeRelation relation) {
    return new NamespaceItem(relation, true, true, false, true);
  }

  /** Returns the item as another part of FROM sees it. */
  public NamespaceItem lateral(boolean only, boolean allowed) {
    return new NamespaceItem(relation, isNameVisible, areColumnsVisible, only, allowed);
  }

  /** Returns the item on a side of an outer join that may have no match. */
  public NamespaceItem nullable() {
    return new NamespaceItem(
        relation.nullable(), isNameVisible, areColumnsVisible, isLateralOnly, isLateralAllowed);
  }

  /** Returns the item as the alias of a join hides it, columns or the name too. */
  public NamespaceItem hidden(boolean nameToo) {
    return new NamespaceItem(
        relation, isNameVisible && !nameToo, false, isLateralOnly, isLateralAllowed);
  }
}
