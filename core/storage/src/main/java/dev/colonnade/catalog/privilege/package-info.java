/**
 * Owners and privileges of objects by PostgreSQL's model: access control lists, default privileges,
 * the rights of a role, and row-level security. Start at {@link
 * dev.colonnade.catalog.privilege.RolePrivileges}, which decides what a role may do. Depends on
 * {@code catalog.name} only.
 */
@NullMarked
package dev.colonnade.catalog.privilege;

import org.jspecify.annotations.NullMarked;
