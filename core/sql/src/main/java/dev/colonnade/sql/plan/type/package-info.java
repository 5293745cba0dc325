/** Types of Calcite that behave as PostgreSQL's do. */
@NullMarked
package dev.colonnade.sql.plan.type;

import org.jspecify.annotations.NullMarked;
