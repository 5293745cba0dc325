/**
 * Vector operators in plans: {@code VectorPlanner} replaces the operators that it supports. Depends
 * on {@code sql.vector} and its other sub-packages, {@code sql.plan.join}, {@code sql.plan.lower},
 * {@code sql.plan.scan}, {@code sql.type} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.vector.plan;

import org.jspecify.annotations.NullMarked;
