/**
 * Vector operators in plans: {@code VectorPlanner} puts them in the place of what it knows. Depends
 * on {@code sql.vector} and its other rooms, {@code sql.plan.join}, {@code sql.plan.lower}, {@code
 * sql.plan.scan}, {@code sql.type} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.vector.plan;

import org.jspecify.annotations.NullMarked;
