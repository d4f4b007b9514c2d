"""From the organizer's sheets to an event, with every problem on the way: `reading.event`, then `reading.checks`."""
