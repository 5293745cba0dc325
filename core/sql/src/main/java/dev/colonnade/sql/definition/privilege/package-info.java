/**
 * Statements about roles, owners and privileges: CREATE ROLE, GRANT, ALTER DEFAULT PRIVILEGES,
 * OWNER TO and their relatives. Start at {@link
 * dev.colonnade.sql.definition.privilege.PrivilegeStatements}.
 */
@NullMarked
package dev.colonnade.sql.definition.privilege;

import org.jspecify.annotations.NullMarked;
